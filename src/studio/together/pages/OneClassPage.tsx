import { ClassPage } from '#studio/registrations/pages/ClassPage.tsx'
import { Waiting } from '#studio/waiting/parts/Waiting.tsx'

/** /class/{id}: a full one offers the waiting list, as the list of classes does. */
export const OneClassPage = () => <Waiting kind="class">{(waiting) => <ClassPage waiting={waiting} />}</Waiting>

import { useParams } from '@tanstack/react-router'
import { ClassAlone } from '#studio/registrations/parts/ClassAlone.tsx'
import { Waiting } from '#studio/waiting/parts/Waiting.tsx'

/** /class/{id}: a full one offers the waiting list, as the list of classes does. */
export function OneClassPage() {
  const { id } = useParams({ from: '/class/$id' })
  return <Waiting kind="class">{(waiting) => <ClassAlone id={id} waiting={waiting} />}</Waiting>
}

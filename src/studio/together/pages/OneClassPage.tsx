import { useParams } from '@tanstack/react-router'
import { ClassAlone } from '#studio/registrations/parts/ClassAlone.tsx'
import { Waiting } from '#studio/waiting/parts/Waiting.tsx'

/** /class/{id}: offers the waiting list if the class is full, like the list of classes. */
export function OneClassPage() {
  const { id } = useParams({ from: '/class/$id' })
  return <Waiting kind="class">{(waiting) => <ClassAlone id={id} waiting={waiting} />}</Waiting>
}

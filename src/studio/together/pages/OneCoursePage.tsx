import { useParams } from '@tanstack/react-router'
import { CourseAlone } from '#studio/courses/parts/CourseAlone.tsx'
import { Waiting } from '#studio/waiting/parts/Waiting.tsx'

/** /course/{id}, with the waiting list where it is full. */
export function OneCoursePage() {
  const { id } = useParams({ from: '/course/$id' })
  return <Waiting kind="course">{(waiting) => <CourseAlone id={id} waiting={waiting} />}</Waiting>
}

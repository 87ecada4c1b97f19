import { useParams } from '@tanstack/react-router'
import { CourseAlone } from '#studio/courses/parts/CourseAlone.tsx'
import { Waiting } from '#studio/waiting/parts/Waiting.tsx'

/** /course/{id}: offers the waiting list if the course is full. */
export function OneCoursePage() {
  const { id } = useParams({ from: '/course/$id' })
  return <Waiting kind="course">{(waiting) => <CourseAlone id={id} waiting={waiting} />}</Waiting>
}

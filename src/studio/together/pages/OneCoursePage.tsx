import { CoursePage } from '#studio/courses/pages/CoursePage.tsx'
import { Waiting } from '#studio/waiting/parts/Waiting.tsx'

/** /course/{id}, with the waiting list where it is full. */
export const OneCoursePage = () => <Waiting kind="course">{(waiting) => <CoursePage waiting={waiting} />}</Waiting>

import { yesOrNo } from '#kernel/search.ts'
import { ask, page, screen, typed } from '#studio/screen.ts'
import { courses } from './calls.ts'

export const courseScreens = {
  '/admin/create-course': screen({
    page: 'courses/pages/CreateCoursePage',
    for: 'seeDesk',
    menu: { in: 'desk', group: 'plan', order: 2, label: { en: 'Create Course', et: 'Loo kursus' } },
  }),
  '/admin/courses': screen(
    {
      page: 'courses/pages/CoursesPage',
      for: 'seeDesk',
      search: { page, archivedPage: page },
      menu: { in: 'desk', group: 'plan', order: 8, label: { en: 'View Courses', et: 'Kõik kursused' } },
    },
    (_, { page = 1, archivedPage = 1 }) => [
      ask(courses.overview, { status: 'active', page }),
      ask(courses.overview, { status: 'archived', page: archivedPage }),
    ],
  ),
  '/admin/course-registrants': screen(
    {
      page: 'courses/pages/CourseRegistrantsPage',
      for: 'seeDesk',
      search: { search: typed, page, ended: yesOrNo },
      menu: { in: 'desk', group: 'people', order: 10, label: { en: 'Course Registrants', et: 'Kursuste osalejad' } },
    },
    (_, { search = '', page = 1, ended = false }) => [ask(courses.registrants, { search, page, ended })],
  ),
}

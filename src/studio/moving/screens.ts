import { screen } from '#studio/screen.ts'

export const movingScreens = {
  '/admin/import': screen({ page: 'moving/pages/ImportPage', for: 'manageUsers' }),
}

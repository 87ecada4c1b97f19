import { screen } from '#studio/screen.ts'

export const noticeScreens = {
  '/unsubscribe/$id': screen({ page: 'notices/pages/UnsubscribePage', for: 'everybody' }),
}

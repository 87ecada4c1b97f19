import { oneOf, textOf } from '#kernel/search.ts'
import { ask, page, screen } from '#studio/screen.ts'
import { mailings } from './calls.ts'
import { audienceKinds } from './rules.ts'

export const mailingScreens = {
  '/admin/write': screen({
    page: 'mailings/pages/WritePage',
    for: 'seeDesk',
    under: '/admin/messages',
    search: { to: oneOf(audienceKinds), id: textOf(128) },
  }),
  '/admin/messages': screen(
    {
      page: 'mailings/pages/MessagesPage',
      for: 'seeDesk',
      search: { page },
      menu: {
        in: 'desk',
        group: 'people',
        order: 10.5,
        label: { en: 'Messages', et: 'Sõnumid' },
      },
    },
    (_kind, { page = 1 }) => [ask(mailings.sent, { page })],
  ),
  '/admin/message/$id': screen(
    { page: 'mailings/pages/MessagePage', for: 'seeDesk', under: '/admin/messages', search: { page } },
    (_kind, { page = 1 }, id) => [ask(mailings.shown, { id, page })],
  ),
}

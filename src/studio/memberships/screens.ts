import { oneOf } from '#kernel/search.ts'
import { families } from '#studio/families/calls.ts'
import { payments } from '#studio/payments/calls.ts'
import { ask, page, screen, typed } from '#studio/screen.ts'
import { memberships } from './calls.ts'

export const membershipScreens = {
  '/memberships': screen(
    {
      page: 'memberships/pages/MembershipsPage',
      for: 'see',
      search: { show: oneOf(['fitness', 'other']) },
      menu: { in: 'main', order: 3, label: { en: 'Memberships', et: 'Pääsmed' }, icon: 'ticket' },
    },
    (_kind, _search, _id, on) => [
      ask(memberships.catalogue, {}),
      ask(payments.mine, {}),
      // nothing can be bought before the family is known
      ...(on.includes('families') ? [ask(families.mine, {})] : []),
    ],
  ),
  '/admin/create-membership': screen({
    page: 'memberships/pages/CreateMembershipPage',
    for: 'seeDesk',
    menu: { in: 'desk', group: 'money', order: 3, label: { en: 'Create Membership', et: 'Loo pääse' } },
  }),
  '/admin/memberships': screen(
    {
      page: 'memberships/pages/ActiveMembershipsPage',
      for: 'seeDesk',
      search: { search: typed, page },
      menu: { in: 'desk', group: 'money', order: 11, label: { en: 'Active Memberships', et: 'Kehtivad pääsmed' } },
    },
    (_, { search, page = 1 }) => (search === undefined ? [ask(memberships.purchases, { search: '', page })] : []),
  ),
  '/admin/manage-memberships': screen(
    {
      page: 'memberships/pages/ManageMembershipsPage',
      for: 'seeDesk',
      under: '/admin/memberships',
      search: { page, archivedPage: page },
    },
    () => [ask(memberships.manage, {})],
  ),
}

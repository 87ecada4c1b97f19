import type { Size } from './decade.ts'
import { ENTRIES_ON_A_PAGE } from '#studio/attendance/rules.ts'

/** One past the last reads as the last. */
const LAST = 100_000

/** What each query is asked when its growth is measured: first pages, middle and last ones, searches. All of them stand here. */
export function screensOf({ users, entries }: Size): Readonly<Record<string, readonly unknown[]>> {
  const middle = (rows: number, size = 50) => Math.max(1, Math.round(rows / size / 2))
  const anEntry = `e${entries - 10}`
  // as the links say it: they lead from page to page
  const midway = { page: middle(users), after: `u${users / 2}` }
  return {
    'accounts.me': [{}],
    'accounts.users': [
      { search: '', sort: 'created', order: 'desc', page: 1 },
      { search: '', sort: 'name', order: 'asc', page: 1 },
      { search: '', sort: 'email', order: 'asc', page: 1 },
      { search: '', sort: 'role', order: 'asc', page: 1 },
      { search: '', sort: 'created', order: 'desc', ...midway },
      { search: '', sort: 'name', order: 'asc', ...midway },
      { search: '', sort: 'email', order: 'desc', ...midway },
      { search: '', sort: 'role', order: 'asc', page: LAST },
      { search: 'tamm 77', sort: 'name', order: 'asc', page: 1 },
      { search: 'u777@example.ee', sort: 'name', order: 'asc', page: 1 },
      { search: '777 tamm', sort: 'created', order: 'desc', page: 1 },
      { search: 'tamm 77', sort: 'email', order: 'asc', page: 3 },
    ],
    'accounts.usersForExport': [{ search: '', sort: 'name', order: 'asc', part: 0 }],
    'accounts.deletion': [{}],
    'accounts.deletionRequests': [{}],
    'accounts.user': [{ userId: 'u77' }],
    'accounts.logs': [
      { channel: 'payments', before: null },
      { channel: 'auth', before: 1000 },
      { channel: 'membership', before: 25_000 },
    ],
    'classes.list': [{}],
    'classes.overview': [{ order: 'newest', page: 1 }],
    'schedule.entry': [{ scheduleId: 'e77' }],
    'schedule.timesOfClass': [{ classId: 'k1', startDate: `${thisMonth()}-01`, endDate: `${thisMonth()}-28` }],
    'payments.mine': [{}],
    'payments.overview': [
      { status: 'due', month: null, search: '', page: 1 },
      { status: 'due', month: null, search: 'tamm 77', page: 1 },
      { status: 'confirmed', month: null, search: '', page: 1 },
      { status: 'due', month: null, search: '', page: LAST },
      { status: 'confirmed', month: lastMonth(), search: '', page: LAST },
      { status: 'confirmed', month: lastMonth(), search: '', page: 1 },
      { status: 'confirmed', month: lastMonth(), search: 'tamm 77', page: 1 },
      { status: 'confirmed', month: lastMonth(), search: 'u777@example.ee', page: 1 },
    ],
    'payments.overviewForExport': [{ month: lastMonth(), search: '', part: 0 }],
    'payments.year': [{ year: new Date().getUTCFullYear() }],
    'payments.ofUser': [{ userId: 'u77', page: 1 }],
    'payments.history': [{ paymentId: 'p77' }],
    'memberships.catalogue': [{}],
    'memberships.manage': [{}],
    'memberships.mine': [{}],
    'memberships.ofUser': [{ userId: 'u77', page: 1 }],
    'memberships.purchases': [
      { search: '', page: 1 },
      { search: '', page: LAST },
      { search: 'tamm 77', page: 1 },
      { search: 'u777@example.ee', page: 1 },
    ],
    'memberships.purchasesForExport': [{ search: '', part: 0 }],
    'courses.available': [{}],
    'courses.mine': [{}],
    'courses.calendar': [{ id: 'c1' }],
    'courses.one': [{ courseId: 'c1' }],
    'courses.overview': [
      { status: 'active', page: 1 },
      { status: 'archived', page: 1 },
    ],
    'courses.ofUser': [{ userId: 'u77', page: 1 }],
    'courses.discountCodes': [{ courseId: 'c1' }],
    'courses.registrants': [
      { ended: false, page: 1 },
      { ended: true, page: 1 },
      { ended: true, page: LAST },
    ],
    'courses.registrantsForExport': [{ ended: false, part: 0 }],
    'registrations.upcoming': [{ weeks: 4 }],
    'registrations.mine': [{}],
    'registrations.nextIncluded': [{}],
    'registrations.calendar': [{ id: anEntry }],
    'registrations.ofUser': [{ userId: 'u77', page: 1 }],
    'registrations.people': [{ search: 'tamm 77' }, { search: 'u777@example' }],
    'registrations.candidate': [{ userId: 'u77' }],
    'registrations.toldOfCancellation': [{ scheduleId: anEntry }],
    'attendance.registrants': [
      { range: 'upcoming', page: 1 },
      { range: 'thisMonth', page: 1 },
      { range: 'past', page: 1 },
      { range: 'past', page: middle(entries, ENTRIES_ON_A_PAGE) },
      { range: 'past', page: LAST },
    ],
    'attendance.registrantsForExport': [{ range: 'upcoming', part: 0 }],
    'attendance.today': [{}],
    'attendance.classDetails': [{ scheduleId: anEntry }],
  }
}

const thisMonth = () => new Date().toISOString().slice(0, 7)

/** A whole one: of the present month there would be more each day. */
function lastMonth(): string {
  const day = new Date()
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1)).toISOString().slice(0, 7)
}

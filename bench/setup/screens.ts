/** What each live query is asked when its growth is measured: first pages, last pages, searches. All of them stand here. */
export const screens: Readonly<Record<string, readonly unknown[]>> = {
  'accounts.me': [{}],
  'accounts.users': [
    { search: '', sort: 'created', order: 'desc', page: 1 },
    { search: '', sort: 'name', order: 'asc', page: 1 },
    { search: 'tamm 77', sort: 'name', order: 'asc', page: 1 },
  ],
  'accounts.usersForExport': [{ search: '', sort: 'name', order: 'asc' }],
  'accounts.deletion': [{}],
  'accounts.deletionRequests': [{}],
  'accounts.user': [{ userId: 'u77' }],
  'accounts.logs': [
    { channel: 'payments', before: null },
    { channel: 'auth', before: 1000 },
  ],
  'classes.list': [{}],
  'classes.overview': [{ order: 'newest', page: 1 }],
  'schedule.entry': [{ scheduleId: 'e77' }],
  'schedule.timesOfClass': [{ classId: 'k1', startDate: `${thisMonth()}-01`, endDate: `${thisMonth()}-28` }],
  'payments.mine': [{}],
  'payments.overview': [
    { status: 'due', month: null, search: '', page: 1 },
    { status: 'confirmed', month: null, search: '', page: 1 },
    { status: 'confirmed', month: thisMonth(), search: '', page: 1 },
    { status: 'confirmed', month: thisMonth(), search: 'tamm 77', page: 1 },
  ],
  'payments.overviewForExport': [{ month: thisMonth(), search: '' }],
  'payments.year': [{ year: new Date().getUTCFullYear() }],
  'payments.ofUser': [{ userId: 'u77', page: 1 }],
  'payments.history': [{ paymentId: 'p77' }],
  'memberships.catalogue': [{}],
  'memberships.manage': [{}],
  'memberships.mine': [{}],
  'memberships.ofUser': [{ userId: 'u77', page: 1 }],
  'memberships.purchases': [
    { search: '', page: 1 },
    { search: 'tamm 77', page: 1 },
  ],
  'memberships.purchasesForExport': [{ search: '' }],
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
  'courses.registrants': [{ ended: false, page: 1 }],
  'courses.registrantsForExport': [{ ended: false }],
  'registrations.upcoming': [{ weeks: 4 }],
  'registrations.mine': [{}],
  'registrations.calendar': [{ id: 'e77' }],
  'registrations.ofUser': [{ userId: 'u77', page: 1 }],
  'registrations.people': [{ search: 'tamm 77' }],
  'registrations.candidate': [{ userId: 'u77' }],
  'attendance.registrants': [
    { range: 'upcoming', page: 1 },
    { range: 'past', page: 1 },
  ],
  'attendance.registrantsForExport': [{ range: 'upcoming' }],
  'attendance.classDetails': [{ scheduleId: 'e77' }],
}

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7)
}

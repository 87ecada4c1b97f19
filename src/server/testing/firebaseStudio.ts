// A small, valid Firebase studio with one document of each kind.
import { authUser, stamp, type Dump } from './firebase.ts'

export const day = stamp('2026-03-02T16:00:00.000Z')
const stamps = { createdAt: stamp('2026-02-01T10:00:00Z'), updatedAt: stamp('2026-02-02T10:00:00Z') }
export const user = (displayName: string, more: object = {}) => ({
  displayName,
  familyName: 'Tantsija',
  dob: '2010-05-17',
  role: 'user',
  active: true,
  memberLevel: 'standard',
  membershipCategory: null,
  createdAt: stamp('2025-01-01T10:00:00Z'),
  __collections__: { sessions: { initial: { deviceInfo: 'Safari', status: 'registration', ...stamps } } },
  ...more,
})
export const entry = (more: object = {}) => ({
  classId: 'jazz',
  className: 'Jazz',
  classDescription: '',
  categories: ['Girl Group'],
  startsAt: day,
  endsAt: stamp('2026-03-02T17:00:00Z'),
  maxParticipants: 2,
  registeredCount: 1,
  ...stamps,
  ...more,
})
export const payment = (more: object = {}) => ({
  item: 'drop-in ticket',
  itemId: 'e1',
  userId: 'mari',
  price: 15,
  paymentMethod: 'bankTransfer',
  status: 'due',
  deadline: stamp('2026-02-06T10:00:00Z'),
  ...stamps,
  ...more,
})
export const place = (more: object = {}) => ({
  userId: 'mari',
  scheduleId: 'e1',
  classId: 'jazz',
  status: 'registered',
  dropInPaymentId: 'p1',
  attendance: 'attended',
  ...stamps,
  ...more,
})
export const pass = (more: object = {}) => ({
  membershipId: 'ten',
  membershipName: 'Ten',
  classesUsed: 1,
  classLimit: 10,
  validFrom: stamp('2026-02-01T10:00:00Z'),
  validUntil: stamp('2026-05-01T10:00:00Z'),
  categories: ['Girl Group'],
  excludedCategories: [],
  paymentId: 'p2',
  ...stamps,
  ...more,
})
const course = {
  name: 'Spring',
  prices: { standardPrice: 60, memberPrice: 50.5 },
  defaultMaxParticipants: 10,
  nrOfClasses: 8,
  startDate: stamp('2026-03-01T10:00:00Z'),
  endDate: '2026-05-01',
  regDeadline: '2026-03-05',
  weekday: 0,
  startTime: '9:30',
  endTime: '10:30',
  registeredCount: 1,
  ...stamps,
}

/** One document of each kind, all valid. */
export const whole = (): Dump => ({
  registrations: {
    r1: place(),
    r2: place({ userId: 'kati', scheduleId: 'e2', dropInPaymentId: null, userMembershipId: 'u1' }),
  },
  users: { mari: user('Mari'), kati: user('Kati', { membershipCategory: 'Member-girl' }) },
  userMemberships: { kati: { __collections__: { purchases: { u1: pass() } } } },
  payments: {
    p1: payment({ status: 'confirmed', actualAmount: 12.5 }),
    p2: payment({ item: 'membership', itemId: 'ten', userId: 'kati', price: 49.9, status: 'teacherMarkedAsPaid' }),
    p3: payment({ item: 'course', itemId: 'spring', price: 60, status: 'userMarkedAsPaid' }),
    p4: payment({ status: 'cancelled', actualAmount: 0 }),
  },
  courseRegistrations: { c1: { userId: 'mari', courseId: 'spring', paymentId: 'p3', ...stamps } },
  courses: { spring: course },
  schedule: {
    e1: entry(),
    e2: entry({ startsAt: stamp('2026-03-20T16:00:00Z'), endsAt: stamp('2026-03-20T17:00:00Z') }),
  },
  classes: {
    jazz: { name: 'Jazz', description: '', defaultMaxParticipants: 12, categories: ['Girl Group'], ...stamps },
  },
  memberships: {
    ten: { name: 'Ten', price: 49.9, classLimit: 10, validPeriod: 90, categories: [], excludedCategories: [] },
  },
  authLogs: { l1: { userId: 'mari', level: 'info', message: 'Signed in', createdAt: day } },
})
export const users = () => [
  authUser('mari', 'Mari@Example.com', { customAttributes: '{"role":"teacher"}' }),
  authUser('kati', 'kati@example.com'),
]

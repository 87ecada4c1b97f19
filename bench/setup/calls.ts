import { dateIn } from '#kernel/time.ts'
import { hashPassword } from '#studio/accounts/server/passwords.ts'
import { tokenHash } from '#studio/accounts/server/tokens.ts'
import type { Size } from './decade.ts'

/** A call that goes all its way: who makes it (null for a visitor), and what is asked. */
export interface Call {
  readonly as: Speaker | null
  readonly input: unknown
}

type Speaker = 'admin' | 'teacher' | 'member' | 'unverified'

/** Commands that look for one person in all that was ever written. */
export const SEARCHES_ALL: readonly string[] = ['privacy.deleteUser']

const PASSWORD = 'correct horse'
const day = (days: number) => dateIn('Europe/Tallinn', Date.now() + days * 86_400_000)
export const sessionOf = (who: Speaker) => `session of ${who}`

/** What the calls need besides a studio's years: a member whose places can be taken and given back, and things without any. */
export async function prepareCalls(run: (statement: string) => Promise<unknown>): Promise<void> {
  const password = await hashPassword(PASSWORD)
  const later = (days: number) => `now() + interval '${days} days'`
  const statements = [
    `insert into users (id, email, email_verified_at, display_name, family_name, dob, role, deletion_asked_at, created_at) values
      ('admin', 'admin@example.ee', now(), 'Mari', 'Admin', '2000-01-01', 'admin', null, now()),
      ('teacher', 'teacher@example.ee', now(), 'Mari', 'Teacher', '2000-01-01', 'teacher', null, now()),
      ('member', 'member@example.ee', now(), 'Mari', 'Member', '2000-01-01', 'user', now(), now()),
      ('asked', 'asked@example.ee', now(), 'Mari', 'Asked', '2000-01-01', 'user', now(), now()),
      ('unverified', 'unverified@example.ee', null, 'Mari', 'Unverified', '2000-01-01', 'user', null, now())`,
    ...(['admin', 'teacher', 'member', 'unverified'] as const).flatMap((who) => [
      `insert into credentials (user_id, password_hash, changed_at) values ('${who}', '${password}', now())`,
      `insert into sessions (id, user_id, token_hash, status, created_at, expires_at)
        values ('${who}', '${who}', '${tokenHash(sessionOf(who))}', 'active', now(), ${later(60)})`,
    ]),
    `insert into "emailLinks" (token_hash, user_id, purpose, created_at, expires_at) values
      ('${tokenHash('verify')}', 'unverified', 'verify', now(), ${later(1)}), ('${tokenHash('reset')}', 'member', 'reset', now(), ${later(1)})`,
    `insert into payments (id, user_id, item, item_id, description, price, payment_method, status, deadline, created_at, updated_at)
      select id, 'member', item, item_id, 'Ours', 1500, 'bankTransfer', 'due', ${later(5)}, now(), now() from (values
        ('place', 'drop-in ticket', 'taken'), ('unused', 'membership', 'ms1'), ('course', 'course', 'taken')) p (id, item, item_id)`,
    `insert into purchases (id, user_id, membership_id, membership_name, class_limit, valid_from, valid_until, categories,
        excluded_categories, payment_id, created_at, updated_at)
      values ('unused', 'member', 'ms1', 'Ten classes', 10, now(), ${later(30)}, '{}', '{}', 'unused', now(), now())`,
    `insert into schedule (id, class_id, class_name, categories, starts_at, ends_at, max_participants, registered_count, created_at, updated_at)
      select id, 'k1', 'Ours', '{Open}', ${later(3)}, ${later(3)} + interval '1 hour', 20, (id = 'taken')::int, now(), now()
      from (values ('empty'), ('taken')) e (id)`,
    `insert into registrations (id, user_id, schedule_id, drop_in_payment_id, created_at, updated_at)
      values ('taken', 'member', 'taken', 'place', now(), now())`,
    `insert into courses (id, name, standard_price, default_max_participants, nr_of_classes, start_date, end_date, reg_deadline,
        weekday, start_time, end_time, registered_count, created_at, updated_at)
      select id, 'Ours', 6000, 20, 6, '${day(9)}', '${day(50)}', '${day(8)}', 5, '18:00', '19:30', (id = 'taken')::int, now(), now()
      from (values ('empty'), ('taken')) c (id)`,
    `insert into "courseRegistrations" (id, user_id, course_id, payment_id, created_at) values ('taken', 'member', 'taken', 'course', now())`,
    `insert into "discountCodes" (code, course_id, amount, audience, created_at) values ('OURS', 'empty', 500, 'others', now())`,
    // an edit is refused where what it leaves as it is would be refused, too
    `update classes set description = 'Of ours' where id = 'k1'`,
    `update memberships set description = 'Of ours' where id = 'ms1'`,
    `update courses set description = 'Of ours' where id = 'empty'`,
    'vacuum analyze',
    // the disk is at rest when the first is asked: what filling has left to write is written
    'checkpoint',
  ]
  for (const statement of statements) await run(statement)
}

const aClass = { name: 'A class', description: 'Of ours', defaultMaxParticipants: 20, categories: ['Girl Group'] }
const aPass = {
  name: 'A pass',
  description: 'Of ours',
  standardPrice: 4000,
  memberPrice: 2000,
  classLimit: 10,
  validPeriod: 30,
  categories: [],
  excludedCategories: [],
}
const aCourse = {
  name: 'A course',
  description: 'Of ours',
  standardPrice: 6000,
  memberPrice: 5000,
  defaultMaxParticipants: 20,
  nrOfClasses: 6,
  startDate: day(10),
  endDate: day(50),
  regDeadline: day(9),
  weekday: 5,
  startTime: '18:00',
  endTime: '19:30',
}
const anEntry = {
  className: 'A class',
  classDescription: 'Of ours',
  maxParticipants: 100,
  categories: ['Girl Group'],
  startDate: day(4),
  startTime: '18:00',
  endDate: day(4),
  endTime: '19:00',
  standardPrice: null,
  memberPrice: null,
}
const aPlan = {
  classId: 'k1',
  weekdays: [1, 3, 5],
  startDate: day(1),
  endDate: day(60),
  startTime: '18:00',
  endTime: '19:00',
  standardPrice: null,
  memberPrice: null,
}
const aCorrection = { classesUsed: 1, classLimit: 10, validUntil: day(40), status: 'cancelled' }
const byCash = { coverMember: false, paymentMethod: 'cash' }
const byCashWithout = { ...byCash, discountCode: null }

const by = (as: Speaker | null) => (input: unknown) => ({ as, input })
const [visitor, member, teacher, admin] = [by(null), by('member'), by('teacher'), by('admin')]

/** How each command is called when its locks and writes are looked at. All of them stand here. */
export function callsOn({ entries }: Size): Readonly<Record<string, Call>> {
  // the last of all, to which as many come as to any
  const crowded = `e${entries}`
  return {
    'accounts.signUp': visitor({
      displayName: 'Mari',
      familyName: 'New',
      dob: '2000-01-01',
      email: 'new@example.ee',
      password: PASSWORD,
      language: 'en',
    }),
    'accounts.signIn': visitor({ email: 'member@example.ee', password: PASSWORD }),
    'accounts.signOut': member({}),
    'accounts.verifyEmail': visitor({ token: 'verify' }),
    'accounts.resendVerification': by('unverified')({}),
    'accounts.resendVerificationTo': visitor({ email: 'unverified@example.ee', password: PASSWORD }),
    'accounts.requestPasswordReset': visitor({ email: 'member@example.ee' }),
    'accounts.checkResetLink': visitor({ token: 'reset' }),
    'accounts.resetPassword': visitor({ token: 'reset', password: PASSWORD }),
    'accounts.setLanguage': member({ language: 'et' }),
    'accounts.setRole': admin({ userId: 'u1', role: 'user', password: PASSWORD }),
    'accounts.setMemberLevel': admin({ userId: 'member', memberLevel: 'gold' }),
    'accounts.setMembershipCategory': admin({ userId: 'member', membershipCategory: 'Member-boy' }),
    'accounts.setActive': admin({ userId: 'member', active: false }),
    'accounts.askForDeletion': teacher({}),
    'accounts.withdrawDeletion': member({}),
    'classes.create': admin(aClass),
    'classes.update': admin({ ...aClass, classId: 'k1', before: { ...aClass, name: 'Girls beginners 1' } }),
    'classes.remove': admin({ classId: 'k1' }),
    'schedule.add': admin(aPlan),
    'schedule.update': admin({ ...anEntry, scheduleId: crowded, before: { ...anEntry, className: 'Girls beginners' } }),
    'schedule.delete': admin({ scheduleId: 'empty' }),
    'payments.markAsPaid': member({ paymentId: 'place' }),
    'payments.markAsPaidByTeacher': teacher({ paymentId: 'place', actualAmount: 1500 }),
    'payments.confirm': admin({ paymentId: 'place', actualAmount: 1500 }),
    'payments.cancel': admin({ paymentId: 'place' }),
    'memberships.buy': member({ membershipId: 'ms1', ...byCash }),
    'memberships.sellTo': admin({ userId: 'member', membershipId: 'ms1', ...byCash }),
    'memberships.cancelPurchase': member({ purchaseId: 'unused' }),
    'memberships.create': admin(aPass),
    'memberships.update': admin({ ...aPass, membershipId: 'ms1', before: { ...aPass, name: 'Pass 1' } }),
    'memberships.setStatus': admin({ membershipId: 'ms1', status: 'archived' }),
    'memberships.updatePurchase': admin({
      ...aCorrection,
      purchaseId: 'unused',
      before: { ...aCorrection, classesUsed: 0, status: 'active' },
    }),
    'memberships.deletePurchase': admin({ purchaseId: 'unused' }),
    'courses.checkDiscount': member({ code: 'OURS', courseId: 'empty', coverMember: false }),
    'courses.join': member({ courseId: 'empty', ...byCashWithout, discountCode: 'OURS' }),
    'courses.leave': member({ courseId: 'taken' }),
    'courses.create': admin(aCourse),
    'courses.update': admin({
      ...aCourse,
      status: 'active',
      courseId: 'empty',
      before: { ...aCourse, name: 'Ours', status: 'active' },
    }),
    'courses.setStatus': admin({ courseId: 'empty', status: 'archived' }),
    'courses.remove': admin({ courseId: 'empty' }),
    'courses.addDiscountCode': admin({ courseId: 'empty', code: 'MORE', amount: 500, audience: 'members' }),
    'courses.removeDiscountCode': admin({ courseId: 'empty', code: 'OURS' }),
    'courses.deleteRegistration': admin({ registrationId: 'taken' }),
    'registrations.registerWithMembership': member({ scheduleId: 'empty', purchaseId: 'unused' }),
    'registrations.registerWithDropIn': member({ scheduleId: crowded, ...byCashWithout }),
    'registrations.cancel': member({ scheduleId: 'taken' }),
    'registrations.registerOtherWithMembership': teacher({
      scheduleId: 'empty',
      userId: 'member',
      purchaseId: 'unused',
    }),
    'registrations.registerOtherWithDropIn': teacher({ scheduleId: crowded, userId: 'member', ...byCashWithout }),
    'registrations.cancelEntry': admin({ scheduleId: crowded }),
    'attendance.take': teacher({ scheduleId: 'taken', userId: 'member', value: 'attended' }),
    'attendance.removeRegistration': teacher({ scheduleId: 'taken', userId: 'member' }),
    'privacy.download': member({}),
    'privacy.deleteUser': admin({ userId: 'u77' }),
  }
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { may, type CallerKind, type Permission } from '#studio/accounts/rules.ts'
import { ADMIN_PASSWORD, TestStudio, visitor, type Person, WITH_FEATURES } from '#server/testing/studio.ts'

const all = 'visitor unverified user teacher admin'
const signedIn = 'unverified user teacher admin'
const verified = 'user teacher admin'
const staff = 'teacher admin'

/** Who may call what. A procedure that is not written here fails the test: nothing is allowed by default. */
const matrix: Record<string, string> = {
  'accounts.me': all,
  'accounts.signUp': all,
  'accounts.signIn': all,
  'accounts.signOut': all,
  'accounts.verifyEmail': all,
  'accounts.resendVerification': signedIn,
  'accounts.resendVerificationTo': all,
  'accounts.requestPasswordReset': all,
  'accounts.checkResetLink': all,
  'accounts.resetPassword': all,
  'accounts.acceptTerms': verified,
  'accounts.setLanguage': verified,
  'accounts.details': verified,
  'accounts.saveDetails': verified,
  'accounts.setRole': 'admin',
  'accounts.setMemberLevel': 'admin',
  'accounts.setMembershipCategory': 'admin',
  'classes.create': 'admin',
  'schedule.add': 'admin',
  'schedule.entry': staff,
  'schedule.timesOfClass': staff,
  'schedule.onClosedDays': 'admin',
  'closures.list': staff,
  'closures.holidays': 'admin',
  'closures.add': 'admin',
  'closures.remove': 'admin',
  'registrations.cancelOnClosedDays': 'admin',
  'schedule.update': 'admin',
  'schedule.delete': 'admin',
  'payments.mine': verified,
  'payments.allMine': verified,
  'payments.history': staff,
  'payments.myReference': verified,
  'payments.referencesOf': staff,
  'payments.addReference': staff,
  'payments.myCredit': verified,
  'payments.creditFor': staff,
  'payments.spendCredit': verified,
  'payments.spendCreditOf': 'admin',
  'payments.payBackCredit': 'admin',
  'bank.read': 'admin',
  'bank.counts': 'admin',
  'bank.lines': 'admin',
  'bank.openPayments': 'admin',
  'bank.ready': 'admin',
  'bank.settle': 'admin',
  'bank.assign': 'admin',
  'bank.ignore': 'admin',
  'bank.undo': 'admin',
  'payments.markAsPaid': verified,
  'payments.markAllAsPaid': verified,
  'payments.confirmMany': 'admin',
  'payments.markAsPaidByTeacher': 'teacher',
  'payments.confirm': 'admin',
  'payments.cancel': 'admin',
  'memberships.catalogue': all,
  'memberships.mine': verified,
  'memberships.buy': verified,
  'memberships.cancelPurchase': verified,
  'memberships.create': 'admin',
  'courses.available': all,
  'courses.mine': verified,
  'courses.calendar': verified,
  'courses.checkDiscount': verified,
  'courses.join': verified,
  'courses.leave': verified,
  'courses.create': 'admin',
  'courses.addDiscountCode': 'admin',
  'registrations.upcoming': all,
  'registrations.mine': verified,
  'registrations.nextIncluded': verified,
  'registrations.calendar': verified,
  'registrations.registerWithMembership': verified,
  'registrations.registerWithDropIn': verified,
  'registrations.cancel': verified,
  'registrations.people': staff,
  'registrations.candidate': staff,
  'registrations.registerOtherWithMembership': staff,
  'registrations.registerOtherWithDropIn': staff,
  'registrations.toldOfCancellation': staff,
  'registrations.cancelEntry': 'admin',
  'attendance.registrants': staff,
  'attendance.registrantsForExport': staff,
  'attendance.classDetails': staff,
  'attendance.today': staff,
  'attendance.past': verified,
  'attendance.removeRegistration': staff,
  'attendance.take': staff,
  'attendance.takeAll': staff,
  'attendance.takeAllBack': staff,

  'classes.list': staff,
  'classes.overview': staff,
  'classes.update': 'admin',
  'classes.remove': 'admin',
  'courses.overview': staff,
  'courses.one': staff,
  'courses.registrants': staff,
  'courses.registrantsForExport': staff,
  'courses.discountCodes': staff,
  'courses.update': 'admin',
  'courses.setStatus': 'admin',
  'courses.remove': 'admin',
  'courses.removeDiscountCode': 'admin',
  'courses.deleteRegistration': 'admin',
  'memberships.manage': staff,
  'memberships.purchases': staff,
  'memberships.purchasesForExport': staff,
  'memberships.update': 'admin',
  'memberships.setStatus': 'admin',
  'memberships.updatePurchase': 'admin',
  'memberships.deletePurchase': 'admin',
  'accounts.logs': staff,
  'accounts.users': staff,
  'accounts.usersForExport': staff,
  'accounts.user': staff,
  'accounts.setActive': 'admin',
  'payments.overview': staff,
  'payments.overviewForExport': staff,
  'payments.year': staff,
  'payments.ofUser': staff,
  'memberships.sellTo': 'admin',
  'memberships.ofUser': staff,
  'courses.ofUser': staff,
  'registrations.ofUser': staff,
  'accounts.deletion': verified,
  'accounts.askForDeletion': verified,
  'accounts.withdrawDeletion': verified,
  'accounts.deletionRequests': staff,
  'feeds.mine': verified,
  'feeds.make': verified,
  'privacy.download': verified,
  'privacy.deleteUser': 'admin',
  'signing.ways': verified,
  'signing.askForAddress': verified,
  'signing.checkAddressLink': all,
  'signing.takeAddress': verified,
  'signing.checkKeepLink': all,
  'signing.keepAddress': all,
  'signing.changePassword': verified,
  'signing.passkeyToAdd': verified,
  'signing.addPasskey': verified,
  'signing.removePasskey': verified,
  'signing.passkeyToSignIn': all,
  'signing.signInWithPasskey': all,
  'signing.beginTwoSteps': verified,
  'signing.confirmTwoSteps': verified,
  'signing.endTwoSteps': verified,
  'signing.secondStep': all,
  'signing.provider': all,
  'signing.beginProvider': all,
  'signing.finishProvider': all,
  'signing.unlinkProvider': verified,
  'signing.sessions': verified,
  'signing.thisSession': verified,
  'signing.endSession': verified,
  'signing.endOtherSessions': verified,
  'notices.mine': verified,
  'notices.choose': verified,
  'notices.pushKey': verified,
  'notices.turnOn': verified,
  'notices.turnOff': verified,
  'settings.all': 'admin',
  'settings.shown': all,
  'settings.save': 'admin',
  'settings.terms': all,
  'settings.saveTerms': 'admin',
  'settings.saveLogo': 'admin',
  'settings.poster': 'admin',
  'settings.usedMembershipCategories': 'admin',
  'settings.addCategory': 'admin',
  'settings.editCategory': 'admin',
  'settings.moveCategory': 'admin',
  'settings.archiveCategory': 'admin',
  'settings.setIncluded': 'admin',
  'settings.removeMembershipCategory': 'admin',
  'memberships.usedClassCategories': 'admin',
  'memberships.removeClassCategory': 'admin',
}

const kinds = all.split(' ') as CallerKind[]
let studio: TestStudio
const people = {} as Record<CallerKind, Person>

beforeAll(async () => {
  studio = await TestStudio.open(WITH_FEATURES)
  people.visitor = visitor
  for (const kind of ['unverified', 'user', 'teacher', 'admin'] as const) people[kind] = await studio.person(kind)
})
afterAll(() => studio.close())

it('knows every procedure, and no other', () => {
  const names = [...studio.services.commands.keys(), ...studio.services.queries.keys()]
  expect(names.toSorted()).toEqual(Object.keys(matrix).toSorted())
})

it('has a permission of the table for every procedure, that admits whom the matrix names', () => {
  for (const named of [...studio.services.commands.values(), ...studio.services.queries.values()]) {
    const admitted = kinds.filter((kind) => may(kind, named.procedure.may as Permission))
    expect(`${named.name}: ${admitted.join(' ')}`).toBe(`${named.name}: ${matrix[named.name]}`)
  }
})

const someDetails = { displayName: 'A', familyName: 'B', phone: '', dob: '2000-01-01', language: 'en' }
const aClass = { name: '', description: '', defaultMaxParticipants: 0, categories: [] }
const aCorrection = { classesUsed: 0, classLimit: 1, validUntil: '2026-01-01', status: 'active' }
const aMembership = {
  name: '',
  description: '',
  standardPrice: 0,
  memberPrice: 0,
  classLimit: 0,
  validPeriod: 0,
  categories: [],
  excludedCategories: [],
}
const aCourse = {
  name: '',
  description: '',
  standardPrice: null,
  memberPrice: null,
  defaultMaxParticipants: 0,
  nrOfClasses: 0,
  startDate: '',
  endDate: '',
  regDeadline: '',
  weekday: null,
  startTime: '',
  endTime: '',
}
const registrationSettings = { mostOpenPayments: 10 }
const anEdit = { ...aCourse, status: 'active' }
const anEntry = {
  className: '',
  classDescription: '',
  maxParticipants: null,
  categories: [],
  startDate: '',
  startTime: '',
  endDate: '',
  endTime: '',
  standardPrice: null,
  memberPrice: null,
}

/** A valid input for each command: refusals must come from who calls, not from what is sent. */
const aCategory = { name: 'Salsa', nameEt: '', marked: false }
const noCategory = { kind: 'class', id: 'none' } as const
const inputs: Record<string, unknown> = {
  'accounts.signUp': {
    displayName: 'A',
    familyName: 'B',
    dob: '2000-01-01',
    email: 'x',
    password: 'x',
    language: 'en',
  },
  'accounts.signIn': { email: '', password: '' },
  'accounts.verifyEmail': { token: 'x' },
  'accounts.resendVerificationTo': { email: '', password: '' },
  'accounts.requestPasswordReset': { email: '' },
  'accounts.checkResetLink': { token: 'x' },
  'accounts.resetPassword': { token: 'x', password: 'quiet waltz' },
  'accounts.setLanguage': { language: 'en' },
  'accounts.saveDetails': { typed: someDetails, before: someDetails },
  'accounts.setRole': { userId: 'nobody', role: 'admin', password: ADMIN_PASSWORD },
  'accounts.setMemberLevel': { userId: 'nobody', memberLevel: 'gold' },
  'accounts.setMembershipCategory': { userId: 'nobody', membershipCategory: null },
  'signing.askForAddress': { email: '' },
  'signing.checkAddressLink': { token: 'x' },
  'signing.takeAddress': { token: 'x' },
  'signing.checkKeepLink': { token: 'x' },
  'signing.keepAddress': { token: 'x' },
  'signing.changePassword': { password: '', newPassword: '' },
  'signing.addPasskey': { response: '{}' },
  'signing.removePasskey': { passkeyId: 'none' },
  'signing.signInWithPasskey': { response: '{}' },
  'signing.confirmTwoSteps': { code: 'x' },
  'signing.endTwoSteps': { code: 'x' },
  'signing.secondStep': { ticket: 'x', email: 'x', code: 'x' },
  'signing.finishProvider': { state: 'x', query: '' },
  'signing.endSession': { sessionId: 'none' },
  'feeds.make': { kind: 'own', anew: false },
  'notices.choose': { kind: 'moved', way: 'email' },
  'notices.turnOn': { endpoint: 'x', p256dh: 'x'.repeat(16), auth: 'x'.repeat(16) },
  'notices.turnOff': { endpoint: 'x' },
  'classes.create': aClass,
  'schedule.add': {
    classId: 'none',
    weekdays: [],
    startDate: '2026-01-01',
    endDate: '2026-01-01',
    startTime: '10:00',
    endTime: '11:00',
    standardPrice: null,
    memberPrice: null,
  },
  'schedule.update': { ...anEntry, scheduleId: 'none', before: anEntry },
  'schedule.delete': { scheduleId: 'none' },
  'payments.addReference': { userId: 'none', reference: '' },
  'payments.spendCreditOf': { userId: 'none' },
  'payments.payBackCredit': { userId: 'none', cents: 100 },
  'bank.read': { file: '' },
  'bank.settle': { lines: [{ lineId: 'none', seen: '' }] },
  'bank.assign': { lineId: 'none', payerId: 'none', shares: [] },
  'bank.ignore': { lineId: 'none', reason: '' },
  'bank.undo': { lineId: 'none' },
  'payments.markAsPaid': { paymentId: 'none' },
  'payments.markAllAsPaid': { paymentIds: ['none'] },
  'payments.confirmMany': { seen: [{ paymentId: 'none', seenStatus: 'due', seenReceived: 0 }] },
  'payments.markAsPaidByTeacher': { paymentId: 'none', actualAmount: 0 },
  'payments.confirm': { paymentId: 'none', actualAmount: 0 },
  'payments.cancel': { paymentId: 'none' },
  'memberships.buy': { membershipId: 'none', coverMember: false, paymentMethod: 'cash' },
  'memberships.cancelPurchase': { purchaseId: 'none' },
  'memberships.create': aMembership,
  'courses.checkDiscount': { code: 'x', courseId: null, coverMember: false },
  'courses.join': { courseId: 'none', coverMember: false, paymentMethod: 'cash', discountCode: null },
  'courses.leave': { courseId: 'none' },
  'courses.create': aCourse,
  'courses.addDiscountCode': { courseId: 'none', code: 'x', amount: 1, audience: 'members' },
  'registrations.registerWithMembership': { scheduleId: 'none', purchaseId: 'none' },
  'registrations.registerWithDropIn': {
    scheduleId: 'none',
    coverMember: false,
    paymentMethod: 'cash',
    discountCode: null,
  },
  'registrations.cancel': { scheduleId: 'none' },
  'registrations.registerOtherWithMembership': { scheduleId: 'none', userId: 'nobody', purchaseId: 'none' },
  'registrations.registerOtherWithDropIn': {
    scheduleId: 'none',
    userId: 'nobody',
    coverMember: false,
    paymentMethod: 'cash',
    discountCode: null,
  },
  'registrations.toldOfCancellation': { scheduleId: 'none' },
  'registrations.cancelEntry': { scheduleId: 'none' },
  'registrations.cancelOnClosedDays': { closedDaysId: 'none', scheduleIds: [], extendBy: 0 },
  'closures.add': { firstDay: '2026-12-24', lastDay: '', reason: 'Christmas' },
  'closures.remove': { id: 'none' },
  'attendance.take': { scheduleId: 'none', userId: 'nobody', value: 'attended' },
  'attendance.takeAll': { scheduleId: 'none', userIds: ['nobody'] },
  'attendance.takeAllBack': { scheduleId: 'none', userIds: ['nobody'], markedAt: 0 },
  'attendance.removeRegistration': { scheduleId: 'none', userId: 'nobody' },

  'classes.update': { ...aClass, classId: 'none', before: aClass },
  'classes.remove': { classId: 'none' },
  'courses.update': { ...anEdit, courseId: 'none', before: anEdit },
  'courses.setStatus': { courseId: 'none', status: 'archived' },
  'courses.remove': { courseId: 'none' },
  'courses.removeDiscountCode': { courseId: 'none', code: 'x' },
  'courses.deleteRegistration': { registrationId: 'none' },
  'memberships.update': { ...aMembership, membershipId: 'none', before: aMembership },
  'memberships.setStatus': { membershipId: 'none', status: 'archived' },
  'memberships.updatePurchase': {
    ...aCorrection,
    purchaseId: 'none',
    before: aCorrection,
  },
  'memberships.deletePurchase': { purchaseId: 'none' },
  'accounts.setActive': { userId: 'nobody', active: false },
  'privacy.deleteUser': { userId: 'nobody' },
  'settings.save': { section: 'registration', typed: registrationSettings, before: registrationSettings },
  'settings.saveTerms': { typed: { en: '', et: '' }, before: { en: '', et: '' } },
  'settings.saveLogo': { logo: null },
  'settings.poster': { language: 'en' },
  'accounts.acceptTerms': { version: 1 },
  'settings.addCategory': { kind: 'class', ...aCategory },
  'settings.editCategory': { ...noCategory, ...aCategory, before: aCategory },
  'settings.moveCategory': { ...noCategory, to: 'up' },
  'settings.archiveCategory': { ...noCategory, archived: true },
  'settings.setIncluded': { classCategory: 'none', membershipCategory: 'none', included: true },
  'settings.removeMembershipCategory': { id: 'none' },
  'memberships.removeClassCategory': { id: 'none' },
  'memberships.sellTo': { userId: 'nobody', membershipId: 'none', coverMember: false, paymentMethod: 'cash' },
}

it('refuses every command to everyone else when it is called by hand', async () => {
  const reasons: Partial<Record<CallerKind, string>> = { visitor: 'signInNeeded', unverified: 'verificationNeeded' }
  // Signing out comes last: it ends the sessions that the others are called with.
  const names = [...studio.services.commands.keys()].filter((name) => name !== 'accounts.signOut')
  for (const name of [...names, 'accounts.signOut']) {
    for (const kind of kinds) {
      const outcome = await studio.callRaw(people[kind], name, { key: newId(), input: inputs[name] ?? {} })
      const code = outcome.body.ok ? 'done' : outcome.body.code
      if (matrix[name]?.split(' ').includes(kind)) {
        expect
          .soft(code, `${name} as ${kind}`)
          .not.toMatch(/signInNeeded|verificationNeeded|notAllowed|invalidInput|unexpected/)
      } else {
        expect.soft(code, `${name} as ${kind}`).toBe(reasons[kind] ?? 'notAllowed')
        expect.soft(outcome.status).toBe(kind === 'visitor' ? 401 : 403)
      }
    }
  }
  expect(studio.reported).toEqual([])
}, 90_000)

/**
 * How a reader gets past a refusal whose text does not say so itself. Keys are `concept.code`, or `*.code` for every
 * concept.
 */

/** The text names a condition, and so for whom or when it can be done; nothing else would help. */
export const condition: Record<string, string> = {
  'attendance.tooEarlyForAll': 'it names the hour from which',
  'bills.feeOutOfRange': 'it names the smallest and the largest fee',
  'families.ownInvitation': 'it says who can accept',
  'families.tooYoungToSignIn': 'it names the birthday from which',
  'feeds.staffOnly': 'it says who has one',
  'merging.notTheSame': 'it says which records can be merged',
  'notices.alwaysByEmail': 'part of what the studio owes its people: it cannot be turned off',
  'notices.unknownPushService': 'it says what comes instead',
  'papers.paymentNotConfirmed': 'it says from when there is a receipt',
  'payments.paymentIsCash': 'it says where it is paid, and who marks it',
  'pay.teacherNotFound': 'rates are for those who teach',
  'registrations.notIncluded': 'it says who can',
  'stebby.codeInvalid': 'it says what a code looks like',
}

const stands = 'what was asked for stands already, and the screen shows it'
const gone = 'what it was about is gone or decided, and the live list shows so by itself'

/** Refusals after which nothing needs to be done. */
export const settled: Record<string, string> = {
  'accounts.alreadyVerified': stands,
  'attendance.entryCancelled': 'nobody comes to a class that does not take place: there is nobody to mark',
  'bank.lineMoved': gone,
  'bills.pauseNotFound': gone,
  'courses.alreadyInCourse': stands,
  'courses.discountCodeNotFound': gone,
  'courses.notInCourse': gone,
  'door.alreadyConfirmed': stands,
  'door.alreadyPaid': stands,
  'door.notCounted': gone,
  'families.childAdded': stands,
  'families.hasSignIn': stands,
  'families.invitationAccepted': gone,
  'mailings.nothingFailed': stands,
  'memberships.membershipKept': 'it is cancelled, which is all that deleting it would do',
  'memberships.membershipNotActive': gone,
  'merging.undoOver': 'its thirty days are over: both have lived on as one',
  'moving.undoOver': 'its two minutes are over: people may use what came by then',
  'passes.freezeNotFound': gone,
  'passes.membershipNotActive': gone,
  'pay.monthClosed': stands,
  'pay.nothingYet': 'a month in which nobody taught has nothing to close',
  'pay.rateNotFound': gone,
  'payments.creditMoved': 'it says that it is undone already, and that the credit stands here',
  'payments.paymentNotDue': gone,
  'payments.paymentMoved': 'it says who was first, and how the payment stands',
  'registrations.alreadyRegistered': stands,
  'registrations.closedDaysNotFound': gone,
  'registrations.entryCancelled': gone,
  'registrations.forgivenAlready': stands,
  'registrations.includedAlready': 'it says that there is a place already',
  'registrations.lateNotFound': gone,
  'registrations.notAbsent': stands,
  'registrations.registrationNotFound': gone,
  'registrations.saidAlready': stands,
  'schedule.entryCancelled': gone,
  'signing.twoStepsOn': stands,
  'standIns.askedAlready': stands,
  'standIns.entryCancelled': gone,
  'standIns.entryStarted': gone,
  'standIns.notTaughtByYou': gone,
  'standIns.offerGone': gone,
  'standIns.standInOver': gone,
  'standIns.taughtByYou': stands,
  'stebby.alreadyPaid': stands,
  'waiting.alreadyRegistered': stands,
  'waiting.alreadyWaiting': stands,
  'waiting.includedAlready': 'it says that there is a place already',
  'waiting.notWaiting': gone,
}

/** A way out is shown beside the text: in which file, and a string that must occur there. */
type Shown = readonly (readonly [file: string, what: string])[]
const otherWays: Shown = [
  ['registrations/parts/RegistrationDialog.tsx', '<RadioCards'],
  ['registrations/parts/FamilyRegistrationDialog.tsx', '<SelectField'],
  ['registrations/pages/RegisterCandidate.tsx', '<WaysToPay'],
]
const otherPass: Shown = [['waiting/parts/TakeForMeDialog.tsx', '<RadioCards']]
const whoseValues: Shown = [['web/FormProblem.tsx', 'clash.takeNewer']]
const atTheField: Shown = [['web/useForm.ts', 'setErrors(fieldTexts(outcome, explain))']]
const newLink: Record<string, Shown> = {
  accounts: [
    ['accounts/pages/VerifyEmailPage.tsx', '<ResendForm'],
    ['accounts/pages/ResetPasswordPage.tsx', '<p>{reset.newLink}</p>'],
  ],
  families: [['families/pages/FamilyInvitationPage.tsx', 'also={t.askNew}']],
  signing: [
    ['signing/pages/UseAddressPage.tsx', 'also={t.newLink}'],
    ['signing/pages/KeepAddressPage.tsx', '<Help />'],
  ],
}

export const shown: Record<string, Shown> = {
  '*.editedMeanwhile': whoseValues,
  'courses.invalidFields': atTheField,
  'memberships.invalidFields': atTheField,
  ...Object.fromEntries(
    Object.entries(newLink).flatMap(([concept, places]) =>
      ['linkUsed', 'linkExpired', 'linkUnknown'].map((code) => [`${concept}.${code}`, places]),
    ),
  ),
  ...Object.fromEntries(
    ['Ended', 'UsedUp', 'Frozen', 'ExpiresBefore', 'Category'].flatMap((why) => [
      [`registrations.membership${why}`, otherWays],
      [`waiting.membership${why}`, otherPass],
    ]),
  ),
  ...Object.fromEntries(
    ['NotFound', 'Used', 'Ended', 'Category', 'ExpiresBefore'].map((why) => [`registrations.makeUp${why}`, otherWays]),
  ),
}

/**
 * For buttons and choices that are disabled with a reason: the rules that decide it, each the server's own (a function
 * or permission that it refuses by, or a field of its answer). `form`: the reason is that the form is incomplete.
 */
interface Reasons {
  readonly rules?: readonly string[]
  readonly form?: string
}
const passedOn: Reasons = { form: 'passes on the reason that it is given' }
const toBook = ['mustAccept', 'whyPayFirst', 'cannotRegister']

export const disabledButtons: Record<string, Reasons> = {
  'accounts/parts/ActiveSetting.tsx': { rules: ['manageUsers'] },
  'accounts/parts/useWhyNotYet.ts': { rules: ['unverified'] },
  'accounts/parts/Setting.tsx': { rules: ['manageUsers'], form: 'passes on the reason that it is given' },
  'accounts/parts/UserSettings.tsx': { rules: ['whyNotRole'] },
  'attendance/parts/cells.tsx': { rules: ['mayRemove'] },
  'bank/pages/AssignDialog.tsx': { form: 'nothing is ticked yet' },
  'bank/pages/BankLine.tsx': { rules: ['stays'] },
  'classes/pages/ClassesPage.tsx': { rules: ['manageClasses'] },
  'courses/pages/CourseDialogs.tsx': { rules: ['cannotDelete'] },
  'courses/pages/CourseRegistrantsPage.tsx': { rules: ['deleteCourseRegistrations'] },
  'courses/pages/CoursesPage.tsx': { rules: ['manageCourses'] },
  'courses/pages/DiscountCodesDialog.tsx': { rules: ['manageCourses'] },
  'courses/pages/courseColumns.tsx': passedOn,
  'courses/parts/CourseCard.tsx': { rules: ['mustAccept', 'whyPayFirst', 'cannotJoin', 'canBook'] },
  'courses/parts/MyCourses.tsx': { rules: ['courseHasStarted', 'canBook'] },
  'courses/parts/useFamilyCourse.ts': { rules: ['canBook', 'cannotJoin'] },
  'door/pages/CashInBox.tsx': { rules: ['giveBackFirst'] },
  'families/parts/ForWhom.tsx': passedOn,
  'mailings/pages/WritePage.tsx': { rules: ['nobodyToWrite'] },
  'memberships/pages/ActiveMembershipsPage.tsx': { rules: ['manageMemberships'] },
  'memberships/pages/ManageMembershipsPage.tsx': { rules: ['manageMemberships'] },
  'memberships/pages/PurchaseDialogs.tsx': { rules: ['whatDeleteDoes'] },
  'memberships/parts/BuyDialog.tsx': { rules: ['canBook'] },
  'memberships/parts/MembershipCard.tsx': { rules: ['mustAccept', 'membershipPrice', 'whyPayFirst'] },
  'memberships/parts/MyMemberships.tsx': { rules: ['cannotCancel', 'canBook'] },
  'memberships/parts/SellTo.tsx': { rules: ['registerOthers', 'active'] },
  'merging/parts/MergeDialog.tsx': { rules: ['refused', 'inTheWay'] },
  'papers/parts/NewInvoice.tsx': { form: 'there is no payment to choose' },
  'passes/pages/PassPage.tsx': { rules: ['cannotCancel', 'canBook'] },
  'passes/pages/FreezesPage.tsx': { rules: ['manageMemberships'] },
  'passes/parts/FreezeCard.tsx': { rules: ['manageMemberships', 'isActive'] },
  'pay/pages/PayPage.tsx': { rules: ['whyOpen'] },
  'payments/parts/PayFirst.tsx': { rules: ['whyPayFirst'] },
  'payments/parts/PaymentActions.tsx': { rules: ['confirmPayments', 'deletePayments'] },
  'payments/parts/UserCredit.tsx': { rules: ['confirmPayments'] },
  'privacy/parts/DeleteUser.tsx': { rules: ['manageUsers', 'userId'] },
  'privacy/parts/MyData.tsx': { form: 'children and debts are not known yet' },
  'registrations/pages/EntryCards.tsx': { rules: ['cannotRegister'] },
  'registrations/pages/MyPlacePage.tsx': { rules: ['hasStarted', 'canBook'] },
  'registrations/pages/PersonPanel.tsx': { form: 'no class or no person is chosen yet' },
  'registrations/pages/RegisterCandidate.tsx': { rules: ['cannotRegister'], form: 'no class is chosen yet' },
  'registrations/pages/SeriesDialog.tsx': { rules: ['MOST_AT_ONCE'] },
  'registrations/pages/TakeOff.tsx': { rules: ['manageSchedule', 'registeredCount'] },
  'registrations/pages/WaysToPay.tsx': passedOn,
  'registrations/parts/AbsenceButtons.tsx': { rules: ['instead', 'isFull'] },
  'registrations/parts/CancelDialog.tsx': { rules: ['registrationNotFound'] },
  'registrations/parts/ClassAction.tsx': { rules: ['canBook', ...toBook] },
  'registrations/parts/FamilyRegistrationDialog.tsx': {
    rules: ['canBook', 'cannotRegister'],
    form: 'nobody is ticked yet',
  },
  'registrations/parts/MyAbsences.tsx': { rules: ['instead', 'isFull'] },
  'registrations/parts/MyClasses.tsx': { rules: ['hasStarted', 'canBook'] },
  'registrations/parts/PlaceAction.tsx': passedOn,
  'registrations/parts/RegistrationDialog.tsx': {
    rules: ['cannotRegister', 'whyPayFirst'],
    form: 'nothing is chosen yet',
  },
  'registrations/parts/useWhyNotBack.ts': { rules: ['mustAccept'] },
  'registrations/parts/useMakeUps.tsx': { rules: ['makeUpMisfit'] },
  'registrations/parts/useMembershipCards.tsx': { rules: ['misfit'] },
  'registrations/parts/useWays.tsx': { rules: ['whyPayFirst'] },
  'schedule/pages/RepeatTermPage.tsx': { rules: ['manageSchedule'], form: 'no class or no dates are chosen yet' },
  'schedule/parts/EntryForm.tsx': { rules: ['manageSchedule', 'cancelledAt'] },
  'schedule/parts/PlanForm.tsx': { rules: ['manageSchedule'] },
  'schedule/parts/SeriesDates.tsx': { rules: ['clashesInRoom', 'registeredCount', 'heldCount'] },
  'signing/parts/MySessions.tsx': { form: 'there is no other session to end' },
  'waiting/parts/JoinButton.tsx': { rules: ['canBook'], form: 'nobody is ticked yet' },
  'waiting/parts/WaitingLines.tsx': { rules: ['canBook'] },
  'waiting/parts/Waiting.tsx': { rules: ['unverified'] },
}

/** Buttons that are disabled without a reason, and why none is needed. */
export const silentButtons: Record<string, string> = {
  'accounts/parts/Setting.tsx: allowed && whyNot === undefined && value === saved':
    'nothing has been changed that could be saved',
  "papers/parts/NewInvoice.tsx: live.state !== 'ready'": 'its list is on the way',
  'settings/parts/CategoryList.tsx: last': 'what stands first cannot go further up, nor the last further down',
}

/** Kinds of imported rows, in import order: a row comes after the rows it refers to. */
export const kinds = [
  'people',
  'sessions',
  'classes',
  'memberships',
  'courses',
  'schedule',
  'passes',
  'courseRegistrations',
  'registrations',
  'payments',
  'logs',
] as const
export type Kind = (typeof kinds)[number]

/** Why a row is not imported, or not undone. */
export const leftReasons = [
  'duplicate',
  'badId',
  'noName',
  'noPerson',
  'noCategory',
  'noPrice',
  'noTime',
  'noWeekday',
  'noLimit',
  'noEntry',
  'noCourse',
  'noMethod',
  'noPass',
  'otherPass',
  'noPayment',
  'otherPayment',
  'paymentTwice',
  'badPayment',
  'paysForNothing',
  'badLog',
  'placeTwice',
  'refusedByDatabase',
  'usedSince',
  'unknownCollection',
] as const

/** How an imported row differs from the original. */
export const changedReasons = [
  'addressTaken',
  'badAddress',
  'noPassword',
  'secondFactor',
  'roleUnknown',
  'roleDiffers',
  'noUserDocument',
  'noSignIn',
  'categoryUnknown',
  'rounded',
  'maximum',
  'counterDiffers',
  'paymentMissing',
  'methodUnknown',
  'twoMethods',
  'noAmount',
  'cashMarked',
  'overfull',
] as const

export type LeftReason = (typeof leftReasons)[number]
export type ChangedReason = (typeof changedReasons)[number]
export type Reason = LeftReason | ChangedReason

/** One line of the report. */
export interface Problem {
  readonly kind: Kind | 'file'
  readonly id: string
  readonly reason: Reason
  /** What the problem is about, such as the other id or both figures. */
  readonly detail: string
}

export const isLeft = ({ reason }: Problem): boolean => (leftReasons as readonly string[]).includes(reason)

/** Counts of what was done so far. */
export interface Tally {
  readonly found: Readonly<Record<Kind, number>>
  readonly added: Readonly<Record<Kind, number>>
  readonly known: Readonly<Record<Kind, number>>
  readonly left: number
  readonly changed: number
}

export function emptyTally(): Tally {
  const none = () => Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
  return { found: none(), added: none(), known: none(), left: 0, changed: 0 }
}

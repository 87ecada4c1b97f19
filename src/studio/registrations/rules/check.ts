import type { Instant } from '#kernel/time.ts'
import { haveAccepted, may, type Booker } from '#studio/accounts/rules.ts'
import { whyPayFirst, type Owed, type PayFirstLimits } from '#studio/payments/rules.ts'
import type { ClassCategory } from '#studio/settings/rules.ts'
import { cannotRegister, type Entry } from '../rules.ts'

/** Rules in the order in which a registration is refused. */
export const checkedRules = [
  'signInNeeded',
  'verificationNeeded',
  'termsNotAccepted',
  'entryCancelled',
  'entryStarted',
  'alreadyRegistered',
  'includedAlready',
  'saidAbsent',
  'classFull',
  'overduePayments',
  'tooManyOpenPayments',
] as const
export type CheckedRule = (typeof checkedRules)[number]

export interface Checked {
  readonly rule: CheckedRule
  readonly kept: boolean
}

/** Checks each rule by itself with the functions that refuse, for an entry and a person that break no other rule. */
export function checkPerson(
  all: readonly ClassCategory[],
  entry: Entry,
  person: {
    readonly membershipCategory: string | null
    readonly registered: boolean
    readonly absent: boolean
    readonly owed: Owed
    readonly bookers: readonly Booker[]
  },
  limits: PayFirstLimits & { readonly terms: number | null },
  now: Instant,
): Checked[] {
  const taken = entry.registeredCount + entry.heldCount + entry.includedCount
  const open = { ...entry, cancelledAt: null, startsAt: now + 1, maxParticipants: taken + 1 }
  const anyone = { membershipCategory: null, registered: false }
  const refusalOf = (of: Partial<Entry>, who: Partial<typeof person> = {}) =>
    cannotRegister(all, { ...open, ...of }, { ...anyone, ...who }, now)
  const place = (...asked: Parameters<typeof refusalOf>) => refusalOf(...asked) === null
  const pay = (owed: Partial<Owed>) => whyPayFirst('user', { open: 0, overdue: 0, ...owed }, limits) === null
  const { membershipCategory, absent } = person
  const included = refusalOf({}, { membershipCategory, absent })
  const verified = person.bookers.filter(({ kind }) => may(kind, 'book'))
  const kept: Record<CheckedRule, boolean> = {
    signInNeeded: person.bookers.length > 0,
    verificationNeeded: verified.length > 0,
    termsNotAccepted: haveAccepted(verified, limits.terms),
    entryCancelled: place({ cancelledAt: entry.cancelledAt }),
    entryStarted: place({ startsAt: entry.startsAt }),
    alreadyRegistered: place({}, { registered: person.registered }),
    includedAlready: included !== 'includedAlready',
    saidAbsent: included !== 'saidAbsent',
    classFull: place({ maxParticipants: entry.maxParticipants }),
    overduePayments: pay({ overdue: person.owed.overdue }),
    tooManyOpenPayments: pay({ open: person.owed.open }),
  }
  const untold: Partial<Record<CheckedRule, boolean>> = {
    // an absent person is included: the two rules exclude each other
    includedAlready: !kept.saidAbsent,
    verificationNeeded: !kept.signInNeeded,
    termsNotAccepted: limits.terms === null || !kept.verificationNeeded,
  }
  const told = checkedRules.filter((rule) => !untold[rule])
  return told.map((rule) => ({ rule, kept: kept[rule] }))
}

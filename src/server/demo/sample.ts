import type { InputOf } from '#kernel/procedures.ts'
import type { LocalTime } from '#kernel/time.ts'
import type { Role } from '#studio/accounts/rules.ts'
import type { ClassForm } from '#studio/classes/contract.ts'
import type { courses, CourseForm } from '#studio/courses/contract.ts'
import type { MembershipForm } from '#studio/memberships/contract.ts'
import type { PaymentMethod } from '#studio/payments/rules.ts'
import type { schedule } from '#studio/schedule/contract.ts'
import json from './sampleStudio.json' with { type: 'json' }

export interface Profile {
  readonly name: string
  readonly email?: string
  /** Years. */
  readonly age: number
  readonly language?: 'en' | 'et'
  readonly role?: Role
  readonly membershipCategory?: string
  /** Whether their membership category has the group members' price. */
  readonly groupMember?: boolean
  /** Key of `tastes`. */
  readonly taste?: string
  /** Preferred payment method. */
  readonly pays?: PaymentMethod
  /** Day of signing up; day two (-44) when missing. */
  readonly joins?: number
  readonly unverified?: boolean
  /** Label under which the account is printed for visitors of the demo. */
  readonly printedAs?: string
}

/** Something a person does at that time; `what` names a pass, course, class or person. */
export interface Deed {
  readonly day: number
  readonly time: LocalTime
  readonly who: string
  readonly does:
    | 'archives'
    | 'buys'
    | 'cancels'
    | 'cancelsLesson'
    | 'cancelsPaymentOf'
    | 'comes'
    | 'joins'
    | 'leaves'
    | 'marks'
  readonly what: string
  /** They attend the first of these classes from that day on. */
  readonly classes?: readonly string[]
  readonly from?: number
  /** Pass that pays for the place; without it, a drop-in. */
  readonly pass?: string
  readonly paymentMethod?: PaymentMethod
  readonly coverMember?: boolean
  readonly discountCode?: string
}

type Plan = InputOf<typeof schedule.add>
interface Taught {
  readonly teacher: string
  readonly room: string
}
type Class = ClassForm &
  Taught & {
    readonly times: readonly Pick<Plan, 'weekdays' | 'startTime' | 'endTime'>[]
    readonly prices?: Pick<Plan, 'standardPrice' | 'memberPrice'>
  }
type Course = Omit<CourseForm, 'startDate' | 'endDate' | 'regDeadline'> &
  Taught & {
    readonly nrOfClasses: number
    readonly weekday: number
    /** Earliest day of the first class, and days before it when registration ends. */
    readonly from: number
    readonly deadlineBefore: number
    readonly discountCodes?: readonly Omit<InputOf<typeof courses.addDiscountCode>, 'courseId'>[]
    readonly members: readonly Pick<Deed, 'who' | 'day' | 'discountCode'>[]
  }

/** The sample studio. Days are relative to the day it is made: -7 is a week before. */
export const sample = json as {
  /** Cents, by membership category. */
  readonly monthlyPrices: Readonly<Record<string, number>>
  /** Teachers' pay rates per class, in cents. */
  readonly rates: readonly {
    readonly teacher: string
    readonly base: number
    readonly perHead: number
    readonly most: number | null
  }[]
  /** In order of signing up; the first one sets the studio up. */
  readonly people: readonly Profile[]
  /** Guardians with their children, and a child with a second guardian. */
  readonly families: readonly {
    readonly guardian: string
    readonly children: readonly { readonly name: string; readonly age: number }[]
    readonly shares?: { readonly child: string; readonly with: string }
    readonly books: { readonly child: string; readonly class: string }
  }[]
  /** Probability of attending each class, and the pass bought when the person has none. */
  readonly tastes: Readonly<
    Record<string, { readonly pass: string | null; readonly classes: Readonly<Record<string, number>> }>
  >
  readonly classes: readonly Class[]
  readonly memberships: readonly MembershipForm[]
  readonly courses: readonly Course[]
  readonly deeds: readonly Deed[]
}

/** Password of every sample account. */
export const SAMPLE_PASSWORD = 'tantsime'

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(' ', '.')
export const emailOf = ({ email, name }: Profile): string => email ?? `${plain(name)}@example.ee`

export const profileOf = (name: string): Profile =>
  known(
    sample.people.find((profile) => profile.name === name),
    name,
  )
/** The day on which a person signed up. */
export const signsUpOn = ({ joins = -44 }: Profile): number => joins

/** The person who sets the studio up. */
export const founder = profileOf('Kadri Lepik')

export function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`The sample studio has no ${what}.`)
  return found
}

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
  /** Whose category has the group members' price. */
  readonly groupMember?: boolean
  /** One of the sample's tastes. */
  readonly taste?: string
  /** How they pay when they have the choice. */
  readonly pays?: PaymentMethod
  /** The day on which they signed up, unless it is the second one. */
  readonly joins?: number
  readonly unverified?: boolean
  /** How the account is printed, for whoever looks around. */
  readonly printedAs?: string
}

/** What somebody does at that time; `what` is the name of a pass, a course, a class or a person. */
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
  /** Comes to the first lesson of one of these from that day on. */
  readonly classes?: readonly string[]
  readonly from?: number
  /** What pays for the place; without a pass it is a drop-in. */
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
    /** The first lesson is on that day or soon after it, and registration ends so many days before it. */
    readonly from: number
    readonly deadlineBefore: number
    readonly discountCodes?: readonly Omit<InputOf<typeof courses.addDiscountCode>, 'courseId'>[]
    readonly members: readonly Pick<Deed, 'who' | 'day' | 'discountCode'>[]
  }

/** The sample studio. Its days are counted from the one on which it is made: -7 is a week before. */
export const sample = json as {
  /** Cents, by membership category. */
  readonly monthlyPrices: Readonly<Record<string, number>>
  /** What teachers have for a class, in cents. */
  readonly rates: readonly {
    readonly teacher: string
    readonly base: number
    readonly perHead: number
    readonly most: number | null
  }[]
  /** In the order in which they are known to the studio; the first one sets it up. */
  readonly people: readonly Profile[]
  /** Guardians with their children, and a child whom another guardian brings as well. */
  readonly families: readonly {
    readonly guardian: string
    readonly children: readonly { readonly name: string; readonly age: number }[]
    readonly shares?: { readonly child: string; readonly with: string }
    readonly books: { readonly child: string; readonly class: string }
  }[]
  /** How likely somebody comes to each lesson of a class, and the pass they buy when they have none. */
  readonly tastes: Readonly<
    Record<string, { readonly pass: string | null; readonly classes: Readonly<Record<string, number>> }>
  >
  readonly classes: readonly Class[]
  readonly memberships: readonly MembershipForm[]
  readonly courses: readonly Course[]
  readonly deeds: readonly Deed[]
}

/** Every sample account has it. */
export const SAMPLE_PASSWORD = 'tantsime'

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(' ', '.')
export const emailOf = ({ email, name }: Profile): string => email ?? `${plain(name)}@example.ee`

export const profileOf = (name: string): Profile =>
  known(
    sample.people.find((profile) => profile.name === name),
    name,
  )
/** The day on which somebody signed up. */
export const signsUpOn = ({ joins = -44 }: Profile): number => joins

/** Sets the studio up. */
export const founder = profileOf('Kadri Lepik')

export function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`The sample studio has no ${what}.`)
  return found
}

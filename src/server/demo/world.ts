import { MINUTE, type Instant } from '#kernel/time.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships, type CatalogueItem } from '#studio/memberships/contract.ts'
import { misfit, validUntil, type Purchase } from '#studio/memberships/rules.ts'
import { payments } from '#studio/payments/contract.ts'
import type { PaymentMethod, PaymentStatus } from '#studio/payments/rules.ts'
import { registrations, type UpcomingEntry } from '#studio/registrations/contract.ts'
import { cannotRegister } from '#studio/registrations/rules.ts'
import type { Calendar } from './calendar.ts'
import type { Chance } from './chance.ts'
import type { Diary } from './diary.ts'
import type { ClassName, CourseKey, MembershipName } from './offer.ts'
import type { Profile } from './people.ts'
import type { Visitor, Visits } from './visits.ts'

/** A sample person who has signed up; `passes` in the order in which they were bought. */
export interface Dancer extends Visitor {
  readonly profile: Profile
  readonly passes: Pass[]
}

export interface Pass extends Purchase {
  readonly purchaseId: string
  readonly bill: Bill
  classesUsed: number
}

/** A payment, as far as it is known here: where it stands, and how it will be paid. */
export interface Bill {
  readonly id: string
  readonly owner: Dancer
  readonly price: number
  readonly paymentMethod: PaymentMethod
  status: PaymentStatus
}

/** What pays for a place: a pass, or a drop-in's own payment. */
type PaidBy = { readonly pass: Pass } | { readonly bill: Bill }

export interface Entry extends UpcomingEntry {
  readonly places: Map<Dancer, PaidBy>
}

/**
 * What the sample people do, each deed a command of the product's, and what is remembered of it. The product's own
 * rules say beforehand what is possible; where the product sees it differently, it refuses and the making fails.
 */
export class World {
  readonly dancers = new Map<string, Dancer>()
  readonly catalogue = new Map<string, CatalogueItem>()
  readonly courseIds = new Map<CourseKey, string>()
  entries: readonly Entry[] = []
  readonly visits: Visits
  readonly diary: Diary
  readonly calendar: Calendar
  readonly chance: Chance

  constructor(parts: Pick<World, 'visits' | 'diary' | 'calendar' | 'chance'>) {
    this.visits = parts.visits
    this.diary = parts.diary
    this.calendar = parts.calendar
    this.chance = parts.chance
  }

  dancer({ email }: Profile): Dancer {
    return known(this.dancers.get(email), email)
  }

  /** The first entry of these classes on that day or later in which there is a place for the dancer. */
  freeEntry(dancer: Dancer, day: number, ...classNames: ClassName[]): Entry {
    const from = this.calendar.at(day, '00:00')
    const names: readonly string[] = classNames
    const entry = this.entries.find(
      (entry) => entry.startsAt >= from && names.includes(entry.className) && this.canRegister(dancer, entry),
    )
    return known(entry, `place in ${names.join(' or ')} from day ${day} on`)
  }

  placesLeft(entry: Entry): number {
    return entry.maxParticipants - entry.places.size - this.included(entry).length
  }

  included(entry: Entry): Dancer[] {
    const all = [...this.dancers.values()]
    return all.filter((dancer) => isIncluded(dancer.profile.membershipCategory, entry.categories))
  }

  canRegister(dancer: Dancer, entry: Entry): boolean {
    const places = { ...entry, registeredCount: entry.places.size, includedCount: this.included(entry).length }
    const { membershipCategory } = dancer.profile
    return cannotRegister(places, { membershipCategory, registered: entry.places.has(dancer) }, this.diary.now) === null
  }

  fittingPass(dancer: Dancer, entry: Entry): Pass | undefined {
    return dancer.passes.find((pass) => misfit(pass, entry, this.diary.now) === null)
  }

  async buy(dancer: Dancer, name: MembershipName, paymentMethod = this.methodOf(dancer)): Promise<Pass> {
    const item = known(this.catalogue.get(name), name)
    const order = { membershipId: item.id, coverMember: isCover(dancer), paymentMethod }
    const { purchaseId } = await this.visits.act(dancer, memberships.buy, order)
    const bill = await this.#billFor(dancer, item.id)
    const pass: Pass = {
      ...item,
      purchaseId,
      bill,
      classesUsed: 0,
      // the server looked at the clock a moment earlier
      validUntil: validUntil(this.diary.now, item.validPeriod) - MINUTE,
      status: 'active',
    }
    dancer.passes.push(pass)
    return pass
  }

  async cancelPass(dancer: Dancer, pass: Pass): Promise<void> {
    await this.visits.act(dancer, memberships.cancelPurchase, { purchaseId: pass.purchaseId })
    pass.bill.status = 'cancelled'
    dancer.passes.splice(dancer.passes.indexOf(pass), 1)
  }

  async registerWithPass(dancer: Dancer, entry: Entry, pass: Pass): Promise<void> {
    const place = { scheduleId: entry.id, purchaseId: pass.purchaseId }
    await this.visits.act(dancer, registrations.registerWithMembership, place)
    pass.classesUsed++
    entry.places.set(dancer, { pass })
  }

  async dropIn(
    dancer: Dancer,
    entry: Entry,
    { paymentMethod = this.methodOf(dancer), coverMember = isCover(dancer) } = {},
  ): Promise<Bill> {
    const place = { scheduleId: entry.id, coverMember, paymentMethod, discountCode: null }
    await this.visits.act(dancer, registrations.registerWithDropIn, place)
    const bill = await this.#billFor(dancer, entry.id)
    entry.places.set(dancer, { bill })
    return bill
  }

  async cancelPlace(dancer: Dancer, entry: Entry): Promise<void> {
    const place = known(entry.places.get(dancer), `a place in ${entry.className}`)
    await this.visits.act(dancer, registrations.cancel, { scheduleId: entry.id })
    if ('pass' in place) place.pass.classesUsed--
    else place.bill.status = 'cancelled'
    entry.places.delete(dancer)
  }

  async joinCourse(dancer: Dancer, course: CourseKey, discountCode: string | null = null): Promise<Bill> {
    const courseId = this.courseId(course)
    const order = { courseId, coverMember: isCover(dancer), paymentMethod: this.methodOf(dancer), discountCode }
    await this.visits.act(dancer, courses.join, order)
    return this.#billFor(dancer, courseId)
  }

  async leaveCourse(dancer: Dancer, course: CourseKey, bill: Bill): Promise<void> {
    await this.visits.act(dancer, courses.leave, { courseId: this.courseId(course) })
    bill.status = 'cancelled'
  }

  courseId(course: CourseKey): string {
    return known(this.courseIds.get(course), course)
  }

  /** Stebby is not offered to cover members. */
  methodOf(dancer: Dancer): PaymentMethod {
    const { pays } = dancer.profile
    return isCover(dancer) && pays === 'stebby' ? 'bankTransfer' : pays
  }

  /** The payment that has just been created. */
  async #billFor(owner: Dancer, itemId: string): Promise<Bill> {
    const open = await this.visits.ask(owner, payments.mine, {})
    const newest = open.filter((payment) => payment.itemId === itemId).toSorted((a, b) => b.createdAt - a.createdAt)[0]
    const { id, price, paymentMethod, status } = known(newest, 'a payment')
    return { id, owner, price, paymentMethod, status }
  }
}

const isCover = (dancer: Dancer): boolean => dancer.profile.membershipCategory === 'Cover'

export function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`The sample studio has no ${what}.`)
  return found
}

/** When a lesson's register is filled in. */
export const afterLesson = (entry: Entry, minutes: number): Instant => entry.endsAt + minutes * MINUTE

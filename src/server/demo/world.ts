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
export interface Member extends Visitor {
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
  readonly owner: Member
  readonly price: number
  readonly paymentMethod: PaymentMethod
  status: PaymentStatus
}

/** What pays for a place: a pass, or a drop-in's own payment. */
type PaidBy = { readonly pass: Pass } | { readonly bill: Bill }

export interface Entry extends UpcomingEntry {
  readonly places: Map<Member, PaidBy>
}

/**
 * What the sample people do, each deed a command of the product's, and what is remembered of it. The product's own
 * rules say beforehand what is possible; where the product sees it differently, it refuses and the making fails.
 */
export class World {
  readonly members = new Map<string, Member>()
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

  member({ email }: Profile): Member {
    return known(this.members.get(email), email)
  }

  /** The first entry of these classes on that day or later in which there is a place for the member. */
  freeEntry(member: Member, day: number, ...classNames: ClassName[]): Entry {
    const from = this.calendar.at(day, '00:00')
    const names: readonly string[] = classNames
    const entry = this.entries.find(
      (entry) => entry.startsAt >= from && names.includes(entry.className) && this.canRegister(member, entry),
    )
    return known(entry, `place in ${names.join(' or ')} from day ${day} on`)
  }

  placesLeft(entry: Entry): number {
    return entry.maxParticipants - entry.places.size - this.included(entry).length
  }

  included(entry: Entry): Member[] {
    const all = [...this.members.values()]
    return all.filter((member) => isIncluded(member.profile.membershipCategory, entry.categories))
  }

  canRegister(member: Member, entry: Entry): boolean {
    const places = { ...entry, registeredCount: entry.places.size, includedCount: this.included(entry).length }
    const { membershipCategory } = member.profile
    return cannotRegister(places, { membershipCategory, registered: entry.places.has(member) }, this.diary.now) === null
  }

  fittingPass(member: Member, entry: Entry): Pass | undefined {
    return member.passes.find((pass) => misfit(pass, entry, this.diary.now) === null)
  }

  async buy(member: Member, name: MembershipName, paymentMethod = this.methodOf(member)): Promise<Pass> {
    const item = known(this.catalogue.get(name), name)
    const order = { membershipId: item.id, coverMember: isCover(member), paymentMethod }
    const { purchaseId } = await this.visits.act(member, memberships.buy, order)
    const bill = await this.#billFor(member, item.id)
    const pass: Pass = {
      ...item,
      purchaseId,
      bill,
      classesUsed: 0,
      // the server looked at the clock a moment earlier
      validUntil: validUntil(this.diary.now, item.validPeriod) - MINUTE,
      status: 'active',
    }
    member.passes.push(pass)
    return pass
  }

  async cancelPass(member: Member, pass: Pass): Promise<void> {
    await this.visits.act(member, memberships.cancelPurchase, { purchaseId: pass.purchaseId })
    pass.bill.status = 'cancelled'
    member.passes.splice(member.passes.indexOf(pass), 1)
  }

  async registerWithPass(member: Member, entry: Entry, pass: Pass): Promise<void> {
    const place = { scheduleId: entry.id, purchaseId: pass.purchaseId }
    await this.visits.act(member, registrations.registerWithMembership, place)
    pass.classesUsed++
    entry.places.set(member, { pass })
  }

  async dropIn(
    member: Member,
    entry: Entry,
    { paymentMethod = this.methodOf(member), coverMember = isCover(member) } = {},
  ): Promise<Bill> {
    const place = { scheduleId: entry.id, coverMember, paymentMethod, discountCode: null }
    await this.visits.act(member, registrations.registerWithDropIn, place)
    const bill = await this.#billFor(member, entry.id)
    entry.places.set(member, { bill })
    return bill
  }

  async cancelPlace(member: Member, entry: Entry): Promise<void> {
    const place = known(entry.places.get(member), `a place in ${entry.className}`)
    await this.visits.act(member, registrations.cancel, { scheduleId: entry.id })
    if ('pass' in place) place.pass.classesUsed--
    else place.bill.status = 'cancelled'
    entry.places.delete(member)
  }

  async joinCourse(member: Member, course: CourseKey, discountCode: string | null = null): Promise<Bill> {
    const courseId = this.courseId(course)
    const order = { courseId, coverMember: isCover(member), paymentMethod: this.methodOf(member), discountCode }
    await this.visits.act(member, courses.join, order)
    return this.#billFor(member, courseId)
  }

  async leaveCourse(member: Member, course: CourseKey, bill: Bill): Promise<void> {
    await this.visits.act(member, courses.leave, { courseId: this.courseId(course) })
    bill.status = 'cancelled'
  }

  courseId(course: CourseKey): string {
    return known(this.courseIds.get(course), course)
  }

  /** Stebby is not offered to cover members. */
  methodOf(member: Member): PaymentMethod {
    const { pays } = member.profile
    return isCover(member) && pays === 'stebby' ? 'bankTransfer' : pays
  }

  /** The payment that has just been created. */
  async #billFor(owner: Member, itemId: string): Promise<Bill> {
    const open = await this.visits.ask(owner, payments.mine, {})
    const newest = open.filter((payment) => payment.itemId === itemId).toSorted((a, b) => b.createdAt - a.createdAt)[0]
    const { id, price, paymentMethod, status } = known(newest, 'a payment')
    return { id, owner, price, paymentMethod, status }
  }
}

const isCover = (member: Member): boolean => member.profile.membershipCategory === 'Cover'

export function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`The sample studio has no ${what}.`)
  return found
}

/** When a lesson's register is filled in. */
export const afterLesson = (entry: Entry, minutes: number): Instant => entry.endsAt + minutes * MINUTE

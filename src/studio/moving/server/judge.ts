// Judges documents. Pure: each function returns the row to import or null, and reports what is wrong with it.
import { DAY, type Instant } from '#kernel/time.ts'
import type { Kind, Problem, Reason } from '../rules.ts'
import type { classes } from '#studio/classes/tables.ts'
import type { courses } from '#studio/courses/tables.ts'
import type { memberships, purchases } from '#studio/memberships/tables.ts'
import type { payments } from '#studio/payments/tables.ts'
import { dueStatuses, paymentMethods, type PaidItem } from '#studio/payments/rules.ts'
import type { schedule } from '#studio/schedule/tables.ts'
import {
  dateOf,
  docIn,
  idIn,
  instantOf,
  moneyIn,
  textIn,
  textsIn,
  timeOf,
  weekdayIn,
  wholeIn,
  type Doc,
} from './values.ts'

/** What all documents are judged by. */
export interface Studio {
  readonly now: Instant
  readonly timeZone: string
  /** Ids of class categories by the names and ids that a document may use. */
  readonly classCategories: ReadonlyMap<string, string>
  readonly membershipCategories: ReadonlyMap<string, string>
}

/** Reports a problem of the document that is being judged. */
export type Tell = (reason: Reason, detail?: string) => void
export const teller =
  (problems: Problem[], kind: Kind, id: string): Tell =>
  (reason, detail = '') =>
    problems.push({ kind, id, reason, detail })

export const called = (name: string): string => name.trim().toLowerCase()

/** Times of creation and change, neither in the future. */
export function stampsOf(doc: Doc, { now, timeZone }: Studio) {
  const [created, updated] = [instantOf(doc['createdAt'], timeZone), instantOf(doc['updatedAt'], timeZone)]
  const createdAt = Math.min(created ?? updated ?? now, now)
  return { createdAt, updatedAt: Math.min(Math.max(updated ?? createdAt, createdAt), now) }
}

function money(value: unknown, tell: Tell): number | null {
  const found = moneyIn(value)
  if (found?.rounded) tell('rounded', `${textIn(value)} → ${found.cents / 100}`)
  return found?.cents ?? null
}

function categoriesOf(value: unknown, known: ReadonlyMap<string, string>, tell: Tell): string[] {
  const found = textsIn(value).flatMap((name) => {
    const id = known.get(called(name))
    if (id === undefined) tell('categoryUnknown', name)
    return id === undefined ? [] : [id]
  })
  return [...new Set(found)]
}

/** A whole number within bounds; reports if it had to be changed. */
function within(value: unknown, [least, most]: readonly [number, number], otherwise: number, tell: Tell): number {
  const found = wholeIn(value)
  const kept = Math.min(Math.max(found ?? otherwise, least), most)
  if (kept !== found) tell('maximum', `${textIn(value) || '–'} → ${kept}`)
  return kept
}

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert']

export function classOf(id: string, doc: Doc, studio: Studio, tell: Tell): Row<typeof classes> | null {
  const name = textIn(doc['name'], 200)
  if (name === '') return told(tell, 'noName')
  const categories = categoriesOf(doc['categories'], studio.classCategories, tell)
  if (categories.length === 0) return told(tell, 'noCategory')
  const defaultMaxParticipants = within(doc['defaultMaxParticipants'], [1, 100], 20, tell)
  const description = textIn(doc['description'])
  return { id, name, description, categories, defaultMaxParticipants, ...stampsOf(doc, studio) }
}

export function entryOf(
  id: string,
  doc: Doc,
  studio: Studio,
  classIds: ReadonlySet<string>,
  tell: Tell,
): Row<typeof schedule> | null {
  const className = textIn(doc['className'], 200)
  if (className === '') return told(tell, 'noName')
  const [startsAt, endsAt] = [instantOf(doc['startsAt'], studio.timeZone), instantOf(doc['endsAt'], studio.timeZone)]
  if (startsAt === null || endsAt === null || endsAt <= startsAt) return told(tell, 'noTime')
  const classId = idIn(doc['classId'])
  const prices = docIn(doc['prices'])
  const standardPrice = money(prices['standardPrice'], tell)
  return {
    id,
    // a schedule entry stays even if its class was deleted
    classId: classIds.has(classId) ? classId : null,
    className,
    classDescription: textIn(doc['classDescription']),
    categories: categoriesOf(doc['categories'], studio.classCategories, tell),
    startsAt,
    endsAt,
    maxParticipants: within(doc['maxParticipants'], [1, 1_000], 20, tell),
    standardPrice,
    memberPrice: standardPrice === null ? null : money(prices['memberPrice'], tell),
    ...stampsOf(doc, studio),
  }
}

export function courseOf(id: string, doc: Doc, studio: Studio, tell: Tell): Row<typeof courses> | null {
  const name = textIn(doc['name'], 200)
  if (name === '') return told(tell, 'noName')
  const prices = docIn(doc['prices'])
  const standardPrice = money(prices['standardPrice'], tell)
  if (standardPrice === null) return told(tell, 'noPrice')
  const [startDate, endDate] = [dateOf(doc['startDate'], studio.timeZone), dateOf(doc['endDate'], studio.timeZone)]
  const [startTime, endTime] = [timeOf(doc['startTime']), timeOf(doc['endTime'])]
  const days = startDate !== null && endDate !== null && endDate >= startDate
  const times = startTime !== null && endTime !== null && endTime > startTime
  if (!days || !times) return told(tell, 'noTime')
  const weekday = weekdayIn(doc['weekday'])
  if (weekday === null) return told(tell, 'noWeekday', textIn(doc['weekday'], 200))
  return {
    id,
    name,
    description: textIn(doc['description']),
    standardPrice,
    memberPrice: money(prices['memberPrice'], tell),
    defaultMaxParticipants: within(doc['defaultMaxParticipants'], [1, 100], 20, tell),
    nrOfClasses: within(doc['nrOfClasses'], [1, 1_000], 1, tell),
    startDate,
    endDate,
    regDeadline: dateOf(doc['regDeadline'], studio.timeZone) ?? startDate,
    weekday,
    startTime,
    endTime,
    status: doc['status'] === 'archived' ? 'archived' : 'active',
    ...stampsOf(doc, studio),
  }
}

/** Included and excluded categories; a category in both lists is included. */
function includedOf(doc: Doc, studio: Studio, tell: Tell) {
  const categories = categoriesOf(doc['categories'], studio.classCategories, tell)
  const excluded = categoriesOf(doc['excludedCategories'], studio.classCategories, tell)
  return { categories, excludedCategories: excluded.filter((one) => !categories.includes(one)) }
}

export function membershipOf(id: string, doc: Doc, studio: Studio, tell: Tell): Row<typeof memberships> | null {
  const name = textIn(doc['name'], 200)
  if (name === '') return told(tell, 'noName')
  const prices = docIn(doc['prices'])
  const standardPrice = money(prices['standardPrice'], tell)
  const price = standardPrice === null ? money(doc['price'], tell) : null
  if (standardPrice === null && price === null) return told(tell, 'noPrice')
  const [classLimit, validPeriod] = [wholeIn(doc['classLimit']), wholeIn(doc['validPeriod'])]
  if (classLimit === null || validPeriod === null || classLimit < 1 || validPeriod < 1) return told(tell, 'noLimit')
  return {
    id,
    name,
    description: textIn(doc['description']),
    standardPrice,
    memberPrice: standardPrice === null ? null : money(prices['memberPrice'], tell),
    price,
    classLimit,
    validPeriod,
    ...includedOf(doc, studio, tell),
    status: doc['status'] === 'archived' ? 'archived' : 'active',
    ...stampsOf(doc, studio),
  }
}

export function passOf(id: string, userId: string, doc: Doc, studio: Studio, tell: Tell): Row<typeof purchases> | null {
  const membershipName = textIn(doc['membershipName'], 200)
  const classLimit = wholeIn(doc['classLimit'])
  if (classLimit === null || classLimit < 1) return told(tell, 'noLimit')
  const stamps = stampsOf(doc, studio)
  const validFrom = instantOf(doc['validFrom'], studio.timeZone) ?? stamps.createdAt
  const validUntil = instantOf(doc['validUntil'], studio.timeZone)
  if (validUntil === null || validUntil <= validFrom) return told(tell, 'noTime')
  const classesUsed = within(doc['classesUsed'] ?? 0, [0, classLimit], 0, tell)
  const cancelled = doc['status'] === 'cancelled'
  return {
    id,
    userId,
    membershipId: idIn(doc['membershipId']),
    membershipName: membershipName || '–',
    classesUsed,
    // counts as corrected by hand, until imported places account for it
    classesCorrected: classesUsed,
    classLimit,
    validFrom,
    validUntil,
    ...includedOf(doc, studio, tell),
    status: cancelled ? 'cancelled' : 'active',
    createdAt: stamps.createdAt,
    // the change of a cancelled pass must not be older than its places
    updatedAt: cancelled ? studio.now : stamps.updatedAt,
  }
}

export type Paid = Omit<Row<typeof payments>, 'payerId' | 'description'> & {
  /** Amount received in cents, and its day; null while nothing has come in. */
  readonly received: { readonly cents: number; readonly day: string } | null
  readonly why: string
}

const TERM = 5 * DAY

const statuses = {
  due: 'due',
  userMarkedAsPaid: 'markedByUser',
  teacherMarkedAsPaid: 'markedByTeacher',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
} as const

/**
 * A payment for a row that refers to it. Kind and item id come from that row, as documents had them in several forms.
 */
export function paymentOf(
  id: string,
  doc: Doc,
  { userId, item, itemId }: { userId: string; item: PaidItem; itemId: string },
  studio: Studio,
  tell: Tell,
): Paid | null {
  const price = money(doc['price'], tell)
  const said = textIn(doc['status'])
  const known = Object.hasOwn(statuses, said) ? statuses[said as keyof typeof statuses] : null
  if (price === null || known === null)
    return told(tell, 'badPayment', `${said || '–'}, ${textIn(doc['price']) || '–'}`)
  const method = paymentMethods.find((one) => one === doc['paymentMethod'])
  if (method === undefined) tell('methodUnknown', textIn(doc['paymentMethod']) || '–')
  const paymentMethod = method ?? 'cash'
  // an owner cannot mark a cash payment as paid
  const status = known === 'markedByUser' && paymentMethod === 'cash' ? 'due' : known
  if (status !== known) tell('cashMarked')
  const stamps = stampsOf(doc, studio)
  const amount = money(doc['actualAmount'], tell)
  if (status === 'confirmed' && amount === null) tell('noAmount', String(price / 100))
  const actual = amount ?? price
  return {
    id,
    userId,
    item,
    itemId,
    price,
    paymentMethod,
    status,
    stated: status === 'markedByTeacher' ? actual : null,
    letGo: status === 'confirmed' ? Math.max(price - actual, 0) : 0,
    deadline: instantOf(doc['deadline'], studio.timeZone) ?? stamps.createdAt + TERM,
    coverMember: doc['coverMember'] === true,
    updatedBy: idIn(doc['updatedBy']) || null,
    ...stamps,
    received: status === 'confirmed' ? { cents: actual, day: dateOf(stamps.updatedAt, studio.timeZone) ?? '' } : null,
    // a place with a cancelled payment exists because staff deleted the payment
    why: status === 'cancelled' ? 'deleted by staff' : 'moved in',
  }
}

/** The amount as the payment history shows it. */
export const shownAmount = ({ status, stated, received }: Paid): number | null =>
  (dueStatuses as readonly string[]).includes(status) || status === 'markedByUser'
    ? null
    : status === 'cancelled'
      ? 0
      : status === 'markedByTeacher'
        ? (stated ?? 0)
        : (received?.cents ?? 0)

function told(tell: Tell, reason: Reason, detail?: string): null {
  tell(reason, detail)
  return null
}

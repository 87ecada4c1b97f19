// Which payments a line of a bank statement pays: by its reference alone, all else is a suggestion for a person.
import type { Cents } from '#kernel/money.ts'
import { fromRf, isReference, plainReference } from '#kernel/references.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { OpenPayment } from '#studio/payments/rules.ts'
import { takesTransfer, type Hint, type PaidShare } from '../rules.ts'

/** A line that waits. */
export interface WaitingLine {
  readonly id: string
  readonly day: LocalDate
  readonly cents: Cents
  readonly currency: string
  readonly name: string | null
  readonly iban: string | null
  readonly reference: string | null
  readonly referenceInText: string | null
  readonly endToEndId: string | null
  readonly text: string
  /** The bank had it as one of several that don't add up. */
  readonly unsplit: boolean
  /** One of the bank's references is known with another amount. */
  readonly doubtful: boolean
}

/** Where a line may hold a number. */
export type Worded = Pick<WaitingLine, 'reference' | 'referenceInText' | 'endToEndId' | 'text'>

/** What is known when lines are matched. */
export interface Known {
  /** Issued references, as the database keeps them, with their payers. */
  readonly payers: ReadonlyMap<string, string>
  /** By payer, the soonest deadline first. */
  readonly open: ReadonlyMap<string, readonly OpenPayment[]>
  /** What anybody has open of the amounts of these lines. */
  readonly ofAmounts: readonly OpenPayment[]
  /** Accounts from which the same payer has paid at least twice. */
  readonly accounts: ReadonlyMap<string, string>
}

/** How a transfer finds its payments among those of its payer. */
export type Way = 'exact' | 'set' | 'oldest' | 'credit'

/** Why a person has to look. */
export type Doubt =
  | 'otherCurrency'
  | 'unsplit'
  | 'knownOtherwise'
  | 'severalNumbers'
  | 'bareNumber'
  | 'markedByTeacher'
  | 'noReference'

/** A payer whose the line may be, and what it would pay. */
export interface Suggestion {
  readonly payerId: string
  readonly hint: Hint
  readonly paymentId: string | null
}

export type Match =
  | {
      readonly kind: 'settles'
      readonly payerId: string
      readonly way: Way
      readonly parts: readonly PaidShare[]
      readonly credit: Cents
    }
  | { readonly kind: 'look'; readonly why: Doubt; readonly suggestions: readonly Suggestion[] }

/** Payments that one line may pay together, at most. */
const MOST_TOGETHER = 12
/** Of a search for them: some tens of milliseconds. What is found by then is not sure to be the only set, and counts as none. */
const MOST_STEPS = 100_000
const MOST_SUGGESTED = 5

/** All references that a line may hold where one counts by itself; whether they were issued is not asked. */
export const statedReferences = once(({ reference, endToEndId, referenceInText, text }: Worded): string[] => {
  const fields = [reference, endToEndId, referenceInText].flatMap((field) => numbersIn(field ?? ''))
  return [...new Set([...fields, ...rfsIn(text), ...namedIn(text)])]
})

/** Numbers in a text that might be references: one alone proves nothing, for it may be a postal code. */
export const bareReferences = once(({ text }: Worded): string[] => [
  ...new Set(
    [...text.matchAll(/(?<![\d.,])\d{2,20}(?![\d.,]\d)/g)]
      .map(([number]) => plainReference(number))
      .filter(isReference),
  ),
])

/** Every number by which a line may have to do with a payer. */
export const numbersOf = (line: Worded): string[] => [...new Set([...statedReferences(line), ...bareReferences(line)])]

/** Of each line once: texts are searched slowly, and asked about again and again. */
function once(find: (line: Worded) => string[]): (line: Worded) => readonly string[] {
  const found = new WeakMap<Worded, readonly string[]>()
  return (line) => {
    const before = found.get(line)
    if (before) return before
    const all = find(line)
    found.set(line, all)
    return all
  }
}

/** What a line shows as its reference: a payer's own mark of a transfer is one only where it may be a number of the studio. */
export const shownReference = ({ reference, referenceInText, endToEndId }: Omit<Worded, 'text'>): string | null =>
  reference ?? referenceInText ?? (numbersIn(endToEndId ?? '').length > 0 ? endToEndId : null)

/** What stands in a field: a number or its international form. */
function numbersIn(field: string): string[] {
  const rf = fromRf(field)
  const plain = plainReference(field)
  return [...(rf === null ? [] : [rf]), ...(isReference(plain) ? [plain] : [])]
}

const rfsIn = (text: string): string[] =>
  [...text.toUpperCase().matchAll(/\bRF\d{2}(?: ?[0-9A-Z]{1,4})+/g)].flatMap(([found]) => fromRf(found) ?? [])

/** Numbers behind a word for a reference. */
const namedIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:viitenumber|viitenr|viite nr|viide|vn|reference number|reference no|reference|ref)[.:\s#-]*((?:\d ?){2,20})/giu,
    ),
  ]
    .map(([, number = '']) => plainReference(number))
    .filter(isReference)

/**
 * Matches lines in their order: what one pays is not open for the next. A line whose reference numbers leave a doubt is
 * for somebody to look at; of several doubts the first counts.
 */
export function matching(known: Known): (line: WaitingLine) => Match {
  const names = namesIn(known.ofAmounts.filter(takesTransfer))
  const left = new Map([...known.open].map(([payerId, open]) => [payerId, open.map((payment) => ({ ...payment }))]))
  return (line) => matchLine(line, known, left, names)
}

type Left = Map<string, { -readonly [K in keyof OpenPayment]: OpenPayment[K] }[]>

function matchLine(line: WaitingLine, known: Known, left: Left, names: NamesIn): Match {
  const look = (why: Doubt, suggestions: readonly Suggestion[] = []): Match => ({ kind: 'look', why, suggestions })
  if (line.currency !== 'EUR') return look('otherCurrency')
  const issued = (references: readonly string[]) => references.filter((reference) => known.payers.has(reference))
  const stated = issued(statedReferences(line))
  const numbers = new Set([...stated, ...issued(bareReferences(line))])
  const of = (hint: Hint, references: Iterable<string>): Suggestion[] =>
    [...new Set([...references].flatMap((reference) => known.payers.get(reference) ?? []))].map((payerId) => ({
      payerId,
      hint,
      paymentId: null,
    }))
  const suggested = () => onePerPayer([...of('reference', stated), ...of('bareNumber', numbers)])
  if (line.unsplit) return look('unsplit', suggested())
  if (line.doubtful) return look('knownOtherwise', suggested())
  const [reference] = stated
  const payerId = known.payers.get(reference ?? '')
  if (payerId === undefined) {
    const all = [...suggested(), ...suggestionsFor(line, known, names)]
    return look(numbers.size > 0 ? 'bareNumber' : 'noReference', all.slice(0, MOST_SUGGESTED))
  }
  if (numbers.size > 1) return look('severalNumbers', suggested())
  const open = left.get(payerId) ?? []
  const found = allocate(line.cents, open)
  if (found === null) return look('markedByTeacher', suggested())
  for (const { paymentId, cents } of found.parts) {
    const payment = open.find(({ id }) => id === paymentId)
    if (payment) payment.rest -= cents
  }
  left.set(
    payerId,
    open.filter(({ rest }) => rest > 0),
  )
  return { kind: 'settles', payerId, ...found }
}

/**
 * Which of a payer's payments a sum pays: the one of that amount, else the only set that adds up to it, else the oldest
 * first; what is beyond them is credit. Null where a teacher has marked a payment that it may be for.
 */
export function allocate(cents: Cents, all: readonly Open[]): { way: Way; parts: PaidShare[]; credit: Cents } | null {
  const open = all.filter(takesTransfer)
  if (open.length < all.length && !open.some(({ rest }) => rest === cents)) return null
  return sharedOut(cents, open)
}

/** The same among those that no teacher has marked. */
function sharedOut(cents: Cents, open: readonly Open[]): { way: Way; parts: PaidShare[]; credit: Cents } {
  const exact = open.find(({ rest }) => rest === cents)
  if (exact) return { way: 'exact', parts: [{ paymentId: exact.id, cents }], credit: 0 }
  const set = onlySet(cents, open)
  if (set) return { way: 'set', parts: set.map(({ id, rest }) => ({ paymentId: id, cents: rest })), credit: 0 }
  let credit = cents
  const parts: PaidShare[] = []
  for (const { id, rest } of open) {
    const part = Math.min(credit, rest)
    if (part === 0) continue
    parts.push({ paymentId: id, cents: part, ...(part < rest && { of: rest }) })
    credit -= part
  }
  return { way: parts.length > 0 ? 'oldest' : 'credit', parts, credit }
}

/** What a line would pay of whose it may be: nothing that a teacher has marked. */
export const suggestedParts = (
  cents: Cents,
  { payerId, paymentId }: Suggestion,
  { open }: Known,
): readonly PaidShare[] =>
  paymentId === null ? sharedOut(cents, (open.get(payerId) ?? []).filter(takesTransfer)).parts : [{ paymentId, cents }]

/** Whether a teacher has marked what it may pay: then somebody looks at the line alone. */
export const mayBeMarked = (cents: Cents, { payerId, paymentId }: Suggestion, { open }: Known): boolean =>
  paymentId === null && allocate(cents, open.get(payerId) ?? []) === null

/** What it takes to know whether a sum pays it. */
type Open = Pick<OpenPayment, 'id' | 'rest' | 'status'>

/** Payments that add up to something, the last one first. */
interface Chain {
  readonly last: Open
  readonly before: Chain | null
}
/** Of those with one sum and one number of payments: one of them, and whether there are more. */
interface Reached {
  readonly chain: Chain | null
  readonly only: boolean
}

/** The only set of open payments that adds up to a sum; null where there is none, or more than one. */
export function onlySet(cents: Cents, open: readonly Open[]): Open[] | null {
  const largestFirst = open.filter(({ rest }) => rest < cents).toSorted((a, b) => b.rest - a.rest)
  // by the sum of some payments and their number, in one number
  let reached = new Map<number, Reached>([[0, { chain: null, only: true }]])
  let found: Reached | null = null
  let steps = 0
  for (const [place, payment] of largestFirst.entries()) {
    // what so many of those that are left come to, at most
    const most = [0]
    for (const { rest } of largestFirst.slice(place + 1, place + 1 + MOST_TOGETHER))
      most.push((most.at(-1) ?? 0) + rest)
    const next = new Map<number, Reached>()
    const keep = (count: number, sum: Cents, one: Reached) => {
      if (sum + (most[Math.min(most.length - 1, MOST_TOGETHER - count)] ?? 0) < cents) return
      const key = sum * (MOST_TOGETHER + 1) + count
      next.set(key, next.has(key) ? { ...one, only: false } : one)
    }
    for (const [key, one] of reached) {
      if (++steps > MOST_STEPS) return null
      const count = key % (MOST_TOGETHER + 1)
      const sum = (key - count) / (MOST_TOGETHER + 1)
      keep(count, sum, one)
      const more = sum + payment.rest
      if (count === MOST_TOGETHER || more > cents) continue
      const longer = { chain: { last: payment, before: one.chain }, only: one.only }
      if (more < cents) keep(count + 1, more, longer)
      else if (found || !one.only) return null
      else found = longer
    }
    reached = next
  }
  const set = new Set<Open>()
  for (let chain = found?.chain; chain; chain = chain.before) set.add(chain.last)
  return found && open.filter((payment) => set.has(payment))
}

/** Who it may be, where no reference says so: never settled by itself. */
function suggestionsFor(line: WaitingLine, known: Known, names: NamesIn): Suggestion[] {
  const byAccount = line.iban === null ? undefined : known.accounts.get(line.iban)
  const name = tokensOf(line.name ?? '')
  const told = names.dancers.told(line.cents, tokensOf(line.text))
  // a payer of several dancers may say in the text for whom it is
  const alike = [...names.dancers.alike(line.cents, name), ...names.payers.alike(line.cents, name)].toSorted(
    (a, b) => Number(told.includes(b)) - Number(told.includes(a)),
  )
  const all: Suggestion[] = [
    ...(byAccount === undefined ? [] : [{ payerId: byAccount, hint: 'sameAccount' as const, paymentId: null }]),
    ...alike.map(({ payerId, id }) => ({ payerId, hint: 'nameAlike' as const, paymentId: id })),
    ...told.map(({ payerId, id }) => ({ payerId, hint: 'personNamed' as const, paymentId: id })),
  ]
  return onePerPayer(all)
}

const onePerPayer = (all: readonly Suggestion[]): Suggestion[] =>
  all.filter((one, place) => all.findIndex(({ payerId }) => payerId === one.payerId) === place)

interface Named {
  readonly place: number
  readonly payment: OpenPayment
  readonly tokens: readonly string[]
}

/** Open payments by whom they are for, and by who pays them where that is somebody else. */
const namesIn = (open: readonly OpenPayment[]) => ({
  dancers: new Names(open, ({ person }) => person),
  payers: new Names(
    open.filter(({ person, payer }) => payer !== person),
    ({ payer }) => payer,
  ),
})
type NamesIn = ReturnType<typeof namesIn>

/** Open payments by their sum and each word of a name: many lines ask, and many people owe the same. */
class Names {
  readonly #byToken = new Map<string, Named[]>()

  constructor(open: readonly OpenPayment[], nameOf: (payment: OpenPayment) => string) {
    for (const [place, payment] of open.entries()) {
      const tokens = tokensOf(nameOf(payment))
      for (const token of new Set(tokens)) {
        const key = `${payment.rest} ${token}`
        const named = this.#byToken.get(key) ?? []
        named.push({ place, payment, tokens })
        this.#byToken.set(key, named)
      }
    }
  }

  /** Of whoever has a name like this; the soonest deadline first. */
  alike(cents: Cents, name: readonly string[]): OpenPayment[] {
    const lists = this.#listsOf(cents, name).toSorted((a, b) => a.length - b.length)
    // two names alike share two words, so that the one which most people have need not be looked for
    const some = lists.length > 1 ? lists.slice(0, -1) : lists
    return first(some.map((named) => named.filter(({ tokens }) => isAlike(tokens, name))))
  }

  /** Of whose name a word stands among these. */
  told(cents: Cents, words: readonly string[]): OpenPayment[] {
    return first(
      this.#listsOf(
        cents,
        words.filter((word) => word.length > 2),
      ),
    )
  }

  #listsOf(cents: Cents, words: readonly string[]): Named[][] {
    return [...new Set(words)].flatMap((word) => {
      const named = this.#byToken.get(`${cents} ${word}`)
      return named ? [named] : []
    })
  }
}

/** Of each list as many payers as are ever suggested, in the order of all payments. */
function first(lists: readonly (readonly Named[])[]): OpenPayment[] {
  const found = new Map<number, OpenPayment>()
  for (const list of lists) {
    const payers = new Set<string>()
    for (const { place, payment } of list) {
      if (payers.size === MOST_SUGGESTED) break
      payers.add(payment.payerId)
      found.set(place, payment)
    }
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, payment]) => payment)
}

/** The words of a name, without accents and in any order. */
const tokensOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((token) => token.length > 1)

/** All words of the shorter name stand in the other. */
function isAlike(one: readonly string[], other: readonly string[]): boolean {
  if (one.length < 2 || other.length < 2) return false
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  return few.every((token) => many.includes(token))
}

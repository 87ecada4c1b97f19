// Which payments a line of a bank statement pays: decided only by its reference; anything else is a suggestion for a
// person.
import type { Cents } from '#kernel/money.ts'
import { fromRf, isReference, plainReference } from '#kernel/references.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { OpenPayment } from '#studio/payments/rules.ts'
import { takesTransfer, type Hint, type PaidShare } from '../rules.ts'

/** A line that waits for a decision. */
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
  /** One line of the bank for several parts that do not add up. */
  readonly unsplit: boolean
  /** One of the bank's references is known with another amount. */
  readonly doubtful: boolean
}

/** The fields in which a line may contain a number. */
export type Worded = Pick<WaitingLine, 'reference' | 'referenceInText' | 'endToEndId' | 'text'>

/** What matching needs to know. */
export interface Known {
  /** Issued references, as stored, with their payers. */
  readonly payers: ReadonlyMap<string, string>
  /**
   * Of the payers of these references and accounts, and of those who owe several payments; the earliest deadline first.
   */
  readonly open: ReadonlyMap<string, readonly OpenPayment[]>
  /** Open payments of any payer with one of the amounts of these lines. */
  readonly ofAmounts: readonly OpenPayment[]
  /** Bank accounts from which the same payer has paid at least twice. */
  readonly accounts: ReadonlyMap<string, string>
}

/** How a transfer is allocated to the payments of its payer. */
export type Way = 'exact' | 'set' | 'oldest' | 'credit'

/** Why a person has to decide. */
export type Doubt =
  | 'otherCurrency'
  | 'unsplit'
  | 'knownOtherwise'
  | 'severalNumbers'
  | 'bareNumber'
  | 'markedByTeacher'
  | 'noReference'

/** A payer to whom the line may belong, and what it would pay. */
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

/** Maximum number of payments in a set that one line pays. */
const MOST_TOGETHER = 12
/**
 * Maximum steps of the search for such a set (some tens of milliseconds). A search that exceeds it finds none, since a
 * set found so far may not be the only one.
 */
const MOST_STEPS = 100_000
const MOST_SUGGESTED = 5
/** Maximum number of payments in a set that is suggested by a name alone, unless it is all that the payer owes. */
const MOST_BY_NAME = 4

/**
 * All numbers that a line states as a reference, so that one alone is enough; whether they were issued is not checked.
 */
export const statedReferences = once(({ reference, endToEndId, referenceInText, text }: Worded): string[] => {
  const fields = [reference, endToEndId, referenceInText].flatMap((field) => numbersIn(field ?? ''))
  return [...new Set([...fields, ...rfsIn(text), ...namedIn(text)])]
})

/** Numbers in a text that might be references: one alone is not enough, since it may be a postal code. */
export const bareReferences = once(({ text }: Worded): string[] => [
  ...new Set(
    [...text.matchAll(/(?<![\d.,])\d{2,20}(?![\d.,]\d)/g)]
      .map(([number]) => plainReference(number))
      .filter(isReference),
  ),
])

/** Every number by which a line may be related to a payer. */
export const numbersOf = (line: Worded): string[] => [...new Set([...statedReferences(line), ...bareReferences(line)])]

/** Memoised per line: searching texts is slow, and the result is needed repeatedly. */
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

/** The reference shown for a line: the payer's EndToEndId only if it may be a reference number. */
export const shownReference = ({ reference, referenceInText, endToEndId }: Omit<Worded, 'text'>): string | null =>
  reference ?? referenceInText ?? (numbersIn(endToEndId ?? '').length > 0 ? endToEndId : null)

/** The number in a field, plain or in its international form (RF, ISO 11649). */
function numbersIn(field: string): string[] {
  const rf = fromRf(field)
  const plain = plainReference(field)
  return [...(rf === null ? [] : [rf]), ...(isReference(plain) ? [plain] : [])]
}

const rfsIn = (text: string): string[] =>
  [...text.toUpperCase().matchAll(/\bRF\d{2}(?: ?[0-9A-Z]{1,4})+/g)].flatMap(([found]) => fromRf(found) ?? [])

/** Numbers after a word for a reference. */
const namedIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:viitenumber|viitenr|viite nr|viide|vn|reference number|reference no|reference|ref)[.:\s#-]*((?:\d ?){2,20})/giu,
    ),
  ]
    .map(([, number = '']) => plainReference(number))
    .filter(isReference)

/**
 * Matches lines in their order: what one pays is no longer open for the next. A line whose reference numbers are
 * doubtful is left to a person; of several doubts the first counts.
 */
export function matching(known: Known): (line: WaitingLine) => Match {
  const names = { ...namesIn(known.ofAmounts.filter(takesTransfer)), several: new Several(known.open) }
  const left = new Map([...known.open].map(([payerId, open]) => [payerId, open.map((payment) => ({ ...payment }))]))
  return (line) => matchLine(line, known, left, names)
}

type Names = ReturnType<typeof namesIn> & { readonly several: Several }
type Left = Map<string, { -readonly [K in keyof OpenPayment]: OpenPayment[K] }[]>

function matchLine(line: WaitingLine, known: Known, left: Left, names: Names): Match {
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
 * Which of a payer's payments a sum pays: one of that amount, else the only set that adds up to it, else the oldest
 * first; the rest is credit. Null if it may be for a payment that a teacher has marked.
 */
export function allocate(cents: Cents, all: readonly Open[]): { way: Way; parts: PaidShare[]; credit: Cents } | null {
  const open = all.filter(takesTransfer)
  if (open.length < all.length && !open.some(({ rest }) => rest === cents)) return null
  return sharedOut(cents, open)
}

/** The same for payments without a teacher's mark. */
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

/** What a line would pay for a suggested payer: nothing that a teacher has marked. */
export const suggestedParts = (
  cents: Cents,
  { payerId, paymentId }: Suggestion,
  { open }: Known,
): readonly PaidShare[] =>
  paymentId === null ? sharedOut(cents, (open.get(payerId) ?? []).filter(takesTransfer)).parts : [{ paymentId, cents }]

/** Whether the line may pay what a teacher has marked: then a person reviews it individually. */
export const mayBeMarked = (cents: Cents, { payerId, paymentId }: Suggestion, { open }: Known): boolean =>
  paymentId === null && allocate(cents, open.get(payerId) ?? []) === null

/** What allocation needs to know of a payment. */
type Open = Pick<OpenPayment, 'id' | 'rest' | 'status'>

/** Payments that add up to some sum, as a linked list from the last one. */
interface Chain {
  readonly last: Open
  readonly before: Chain | null
}
/** A set with some sum and number of payments, and whether it is the only one. */
interface Reached {
  readonly chain: Chain | null
  readonly only: boolean
}

/** The only set of open payments that adds up to a sum (cents); null if there is none or more than one. */
export function onlySet(cents: Cents, open: readonly Open[]): Open[] | null {
  const largestFirst = open.filter(({ rest }) => rest < cents).toSorted((a, b) => b.rest - a.rest)
  // the key combines the sum of a set and its number of payments
  let reached = new Map<number, Reached>([[0, { chain: null, only: true }]])
  let found: Reached | null = null
  let steps = 0
  for (const [place, payment] of largestFirst.entries()) {
    // the largest sum that each number of remaining payments can add
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

/** Payers to suggest if no reference names one; never settled automatically. */
function suggestionsFor(line: WaitingLine, known: Known, names: Names): Suggestion[] {
  const byAccount = line.iban === null ? undefined : known.accounts.get(line.iban)
  const name = tokensOf(line.name ?? '')
  const told = names.people.told(line.cents, tokensOf(line.text))
  // a payer for several people may say in the text whom it is for
  const alike = [...names.people.alike(line.cents, name), ...names.payers.alike(line.cents, name)].toSorted(
    (a, b) => Number(told.includes(b)) - Number(told.includes(a)),
  )
  const all: Suggestion[] = [
    ...(byAccount === undefined ? [] : [{ payerId: byAccount, hint: 'sameAccount' as const, paymentId: null }]),
    ...alike.map(({ payerId, id }) => ({ payerId, hint: 'nameAlike' as const, paymentId: id })),
    ...names.several
      .owing(line.cents, name)
      .map((payerId) => ({ payerId, hint: 'nameAlike' as const, paymentId: null })),
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

/** Indexes open payments by the name of the person, and by the payer's if that is somebody else. */
const namesIn = (open: readonly OpenPayment[]) => ({
  people: new OfAmounts(open, ({ person }) => person),
  payers: new OfAmounts(
    open.filter(({ person, payer }) => payer !== person),
    ({ payer }) => payer,
  ),
})

/** Index of open payments by amount and each word of a name: many lines ask, and many people owe the same amount. */
class OfAmounts {
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

  /** Open payments of people with a similar name, the earliest deadline first. */
  alike(cents: Cents, name: readonly string[]): OpenPayment[] {
    const lists = this.#listsOf(cents, name).toSorted((a, b) => a.length - b.length)
    // similar names share two words, so the most frequent word need not be searched
    const some = lists.length > 1 ? lists.slice(0, -1) : lists
    return first(some.map((named) => named.filter(({ tokens }) => isAlike(tokens, name))))
  }

  /** Open payments of people of whose name one of these words is a part. */
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

/** Index of payers who owe several payments, by each word of their own name and of those for whom they owe. */
class Several {
  readonly #byToken = new Map<string, Set<string>>()
  readonly #payers = new Map<string, { readonly open: readonly OpenPayment[]; readonly names: readonly string[][] }>()

  constructor(open: Known['open']) {
    for (const [payerId, all] of open) {
      if (all.length < 2) continue
      const names = [...new Set(all.flatMap(({ payer, person }) => [payer, person]))].map(tokensOf)
      this.#payers.set(payerId, { open: all, names })
      for (const token of names.flat()) {
        const payers = this.#byToken.get(token) ?? new Set()
        this.#byToken.set(token, payers.add(payerId))
      }
    }
  }

  /** Payers with a similar name of whose payments all, or only one set, add up to this sum. */
  owing(cents: Cents, name: readonly string[]): string[] {
    const lists = [...new Set(name)].map((token) => this.#byToken.get(token) ?? new Set<string>())
    // similar names share two words, so the most frequent word need not be searched
    const some = lists.toSorted((a, b) => a.size - b.size).slice(0, -1)
    const found: string[] = []
    for (const payerId of new Set(some.flatMap((payers) => [...payers]))) {
      const { open, names } = this.#payers.get(payerId) ?? { open: [], names: [] }
      if (!names.some((tokens) => isAlike(tokens, name)) || !addsUp(cents, open.filter(takesTransfer))) continue
      if (found.push(payerId) === MOST_SUGGESTED) break
    }
    return found
  }
}

/** Whether all of these payments, or only one set of few of them, add up to this sum. */
function addsUp(cents: Cents, open: readonly OpenPayment[]): boolean {
  if (open.length < 2) return false
  if (open.reduce((sum, { rest }) => sum + rest, 0) === cents) return true
  // a payer who owes more would make the search slow for each such line
  if (open.length > MOST_TOGETHER) return false
  return (onlySet(cents, open)?.length ?? Infinity) <= MOST_BY_NAME
}

/** The first payments of each list, up to the maximum number of suggested payers, in the order of all payments. */
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

/** The words of a name, in lower case and without accents. */
const tokensOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((token) => token.length > 1)

/** Whether all words of the shorter name occur in the other. */
function isAlike(one: readonly string[], other: readonly string[]): boolean {
  if (one.length < 2 || other.length < 2) return false
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  return few.every((token) => many.includes(token))
}

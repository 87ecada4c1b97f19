// Payers to whom a line may belong, by account and names: only suggested to a person.
import type { Cents } from '#kernel/money.ts'
import type { OpenPayment } from '#studio/payments/rules.ts'
import { takesTransfer } from '../rules.ts'
import { MOST_TOGETHER, onlySet } from './allocation.ts'
import type { Known, Suggestion, WaitingLine } from './waitingLine.ts'

export const MOST_SUGGESTED = 5
/** Maximum number of payments in a set that is suggested by a name alone, unless it is all that the payer owes. */
const MOST_BY_NAME = 4

/** What is searched for names: made once for many lines. */
export type Names = ReturnType<typeof namesOf>

export const namesOf = (known: Known) => ({
  ...namesIn(known.ofAmounts.filter(takesTransfer)),
  several: new Several(known.open),
})

/** Payers to suggest if no reference names one; never settled automatically. */
export function suggestionsFor(line: WaitingLine, known: Known, names: Names): Suggestion[] {
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

export const onePerPayer = (all: readonly Suggestion[]): Suggestion[] =>
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

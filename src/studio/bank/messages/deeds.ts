import { messages, type Language } from '#kernel/messages.ts'
import type { Cents } from '#kernel/money.ts'
import type { Instant, LocalDate } from '#kernel/time.ts'
import { itemText } from '#studio/payments/rules.ts'
import type { ShownDeed } from '../contract.ts'
import type { Hint } from '../rules.ts'

/** All in the past tense, so that it stays true whatever becomes of payments and people. */
export const deedTexts = messages({
  byReference: [(day: string) => `Settled by reference on ${day}`, (day) => `Kinnitatud viitenumbri järgi ${day}`],
  byHand: [(day: string) => `Assigned by hand on ${day}`, (day) => `Määratud käsitsi ${day}`],
  bySuggestion: [
    (day: string, why: string) => `Assigned as suggested (${why}) on ${day}`,
    (day, why) => `Määratud soovituse järgi (${why}) ${day}`,
  ],
  returned: [
    (day: string) => `Taken back by the bank, settled on ${day}`,
    (day) => `Pank võttis raha tagasi, kinnitatud ${day}`,
  ],
  hints: {
    sameAccount: ['had paid from this account before', 'oli sellelt kontolt varem maksnud'],
    nameAlike: ['same amount, similar name', 'sama summa, sarnane nimi'],
    personNamed: ['same amount, name in the text', 'sama summa, nimi selgituses'],
    bareNumber: ['the number in the text was theirs', 'selgituses olev number oli nende oma'],
    reference: ['by reference', 'viitenumbri järgi'],
  },
  share: [
    (what: string, person: string, sum: string) => (person ? `${what} for ${person} (${sum})` : `${what} (${sum})`),
    (what, person, sum) => (person ? `${what} (${person}, ${sum})` : `${what} (${sum})`),
  ],
  part: [(sum: string, of: string) => `${sum} of ${of}`, (sum, of) => `${sum} ${of}-st`],
  somebody: ['a deleted user', 'kustutatud kasutaja'],
  and: ['and', 'ja'],
  paid: [(what: string) => `paid ${what}`, (what) => `tasuti ${what}`],
  together: [(what: string) => `paid ${what}, together exactly this amount`, (what) => `tasuti kokku täpselt ${what}`],
  oldestFirst: [(what: string) => `paid ${what}, the oldest first`, (what) => `tasuti vanim esimesena: ${what}`],
  toCredit: [
    (sum: string, whose: string) => `${sum} was kept as Credit${whose}`,
    (sum, whose) => `${sum} jäi ettemaksuks${whose}`,
  ],
  nothingOpen: ['nothing was open', 'tasumata ei olnud midagi'],
  reopened: [(what: string) => `${what} became due again`, (what) => `uuesti jäi tasumata ${what}`],
  fromCredit: [
    (sum: string, whose: string) => `${sum} came out of Credit${whose}`,
    (sum, whose) => `${sum} võeti ettemaksust${whose}`,
  ],
  missing: [
    (sum: string) => `${sum} had been paid back before, so nothing was left to take it from`,
    (sum) => `${sum} oli juba tagastatud, seda ei olnud enam millestki maha võtta`,
  ],
  hadPaidNothing: ['it had paid nothing', 'see ei olnud midagi tasunud'],
  ignored: [
    (day: string, reason: string) => `Ignored on ${day}: ${reason}`,
    (day, reason) => `Jäetud arvestamata ${day}: ${reason}`,
  ],
  cameBackBefore: ['the bank had taken it back before it was settled', 'pank oli selle enne kinnitamist tagasi võtnud'],
  confirmedBy: [(name: string) => `Confirmed by ${name}.`, (name) => `Kinnitas ${name}.`],
  decidedBy: [(name: string) => `Decided by ${name}.`, (name) => `Otsustas ${name}.`],
  undone: [
    (name: string, day: string) => `Undone by ${name} on ${day}.`,
    (name, day) => `Tagasi võttis ${name} ${day}.`,
  ],
  takenBack: [(day: string) => `The bank took it back on ${day}.`, (day) => `Pank võttis selle tagasi ${day}.`],
})

/** Formats of days and sums for the reader. */
export interface Formats {
  euros(cents: Cents): string
  dayOfYear(instant: Instant): string
  dateOfYear(date: LocalDate): string
}
type Texts = (typeof deedTexts)[Language]
type Effect = NonNullable<ShownDeed['did']>

/**
 * One sentence on what was done with a line, why and by whom, and another one if it was undone or taken back. With
 * 'besideName', the payer's name is not repeated.
 */
export function toldOf(
  deed: ShownDeed,
  language: Language,
  formats: Formats,
  place: 'alone' | 'besideName' = 'alone',
): string {
  const t = deedTexts[language]
  const { did, reason, at, by, undone, takenBackOn } = deed
  const day = formats.dayOfYear(at)
  const who = (name: string) => name || t.somebody
  const told = did
    ? `${headOf(did, day, t)}: ${effectOf(did, t, formats, place === 'besideName' && did.name !== '')}. ${t.confirmedBy(who(by))}`
    : `${ended(t.ignored(day, reason || t.cameBackBefore))} ${t.decidedBy(who(by))}`
  return [
    told,
    ...(takenBackOn ? [t.takenBack(formats.dateOfYear(takenBackOn))] : []),
    ...(undone ? [t.undone(who(undone.by), formats.dayOfYear(undone.at))] : []),
  ].join(' ')
}

/** The user's own text may already end with a punctuation mark. */
const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

function headOf({ way, hint }: Effect, day: string, t: Texts): string {
  switch (way) {
    case 'exact':
    case 'set':
    case 'oldest':
    case 'credit':
      return t.byReference(day)
    case 'assigned':
      return hint ? t.bySuggestion(day, t.hints[hint satisfies Hint]) : t.byHand(day)
    case 'returned':
      return t.returned(day)
    default:
      return way satisfies never
  }
}

function effectOf(
  { way, name, userId, shares, credit, missing = 0 }: Effect,
  t: Texts,
  formats: Formats,
  isNamed: boolean,
): string {
  const what = listed(shares, t, formats, isNamed ? userId : null)
  const whose = name && !isNamed ? ` (${name})` : ''
  const said = (cents: Cents, say: (sum: string, whose: string) => string) =>
    cents > 0 ? [say(formats.euros(cents), whose)] : []
  if (way === 'returned') {
    const parts = [...(what ? [t.reopened(what)] : []), ...said(credit, t.fromCredit), ...said(missing, t.missing)]
    return parts.join('; ') || t.hadPaidNothing
  }
  const several = shares.length > 1
  const paid =
    several && way === 'set' ? t.together(what) : several && way === 'oldest' ? t.oldestFirst(what) : t.paid(what)
  return [...(what ? [paid] : way === 'credit' ? [t.nothingOpen] : []), ...said(credit, t.toCredit)].join('; ')
}

/** "Pass for Mari Kask (58€) and Ballet for Jaan Kask (20€ of 40€)"; a person who is already named is not repeated. */
function listed(shares: Effect['shares'], t: Texts, formats: Formats, named: string | null): string {
  const all = shares.map(({ userId, person, cents, of, ...what }) =>
    t.share(
      itemText(what, formats.dayOfYear),
      userId === named ? '' : person || t.somebody,
      of === undefined ? formats.euros(cents) : t.part(formats.euros(cents), formats.euros(of)),
    ),
  )
  const last = all.pop()
  return last === undefined ? '' : all.length === 0 ? last : `${all.join(', ')} ${t.and} ${last}`
}

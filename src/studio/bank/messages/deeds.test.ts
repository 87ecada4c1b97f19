import { describe, expect, it } from 'vitest'
import { hints, ways } from '../rules.ts'
import type { ShownDeed } from '../contract.ts'
import type { Language } from '#kernel/messages.ts'
import { euros } from '#kernel/money.ts'
import { deedTexts, toldOf, type Formats } from './deeds.ts'

/** Formats days and sums as the screens do. */
function formats(language: Language): Formats {
  const { format } = new Intl.DateTimeFormat(language === 'et' ? 'et-EE' : 'en-GB', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
  return { dayOfYear: format, dateOfYear: (date) => format(at(date)), euros: (cents) => euros(cents, language) }
}

const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
type Effect = NonNullable<ShownDeed['did']>

const fee = {
  paymentId: 'fee',
  description: 'Ballet Mar',
  startsAt: null,
  userId: 'mari',
  person: 'Mari Kask',
  cents: 5800,
}
const pass = {
  paymentId: 'pass',
  description: 'Pass',
  startsAt: null,
  userId: 'jaan',
  person: 'Jaan Kask',
  cents: 2000,
}
const part = { ...pass, of: 4000 }

const did = (some: Partial<Effect>): ShownDeed => ({
  at: at('2026-11-03'),
  by: 'Asta Tamm',
  did: { payerId: 'p', userId: 'u', name: 'Mari Kask', way: 'exact', shares: [], credit: 0, ...some },
  reason: null,
  undone: null,
  takenBackOn: null,
})
const beside = (deed: ShownDeed, language: Language) => toldOf(deed, language, formats(language), 'besideName')
const ignored = (reason: string): ShownDeed => ({ ...did({}), did: null, reason })

/** Each outcome, and its text in each language. */
const told: readonly [what: string, deed: ShownDeed, en: string, et: string][] = [
  [
    'one payment of the amount',
    did({ way: 'exact', shares: [fee] }),
    'Settled by reference on 3 Nov 2026: paid Ballet Mar for Mari Kask (58€). Confirmed by Asta Tamm.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasuti Ballet Mar (Mari Kask, 58€). Kinnitas Asta Tamm.',
  ],
  [
    'a set that adds up',
    did({ way: 'set', shares: [fee, pass] }),
    'Settled by reference on 3 Nov 2026: paid Ballet Mar for Mari Kask (58€) and Pass for Jaan Kask (20€), together exactly this amount. Confirmed by Asta Tamm.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasuti kokku täpselt Ballet Mar (Mari Kask, 58€) ja Pass (Jaan Kask, 20€). Kinnitas Asta Tamm.',
  ],
  [
    'the oldest first, and a part',
    did({ way: 'oldest', shares: [fee, part] }),
    'Settled by reference on 3 Nov 2026: paid Ballet Mar for Mari Kask (58€) and Pass for Jaan Kask (20€ of 40€), the oldest first. Confirmed by Asta Tamm.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasuti vanim esimesena: Ballet Mar (Mari Kask, 58€) ja Pass (Jaan Kask, 20€ 40€-st). Kinnitas Asta Tamm.',
  ],
  [
    'a part alone',
    did({ way: 'oldest', shares: [part] }),
    'Settled by reference on 3 Nov 2026: paid Pass for Jaan Kask (20€ of 40€). Confirmed by Asta Tamm.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasuti Pass (Jaan Kask, 20€ 40€-st). Kinnitas Asta Tamm.',
  ],
  [
    'more than was open',
    did({ way: 'oldest', shares: [fee], credit: 200 }),
    'Settled by reference on 3 Nov 2026: paid Ballet Mar for Mari Kask (58€); 2€ was kept as Credit (Mari Kask). Confirmed by Asta Tamm.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasuti Ballet Mar (Mari Kask, 58€); 2€ jäi ettemaksuks (Mari Kask). Kinnitas Asta Tamm.',
  ],
  [
    'a class, with its day',
    did({ way: 'exact', shares: [{ ...pass, description: 'Girl Group', startsAt: at('2026-11-05') }] }),
    'Settled by reference on 3 Nov 2026: paid Girl Group, 5 Nov 2026 for Jaan Kask (20€). Confirmed by Asta Tamm.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasuti Girl Group, 5. nov 2026 (Jaan Kask, 20€). Kinnitas Asta Tamm.',
  ],
  [
    'nothing open',
    did({ way: 'credit', credit: 5800 }),
    'Settled by reference on 3 Nov 2026: nothing was open; 58€ was kept as Credit (Mari Kask). Confirmed by Asta Tamm.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasumata ei olnud midagi; 58€ jäi ettemaksuks (Mari Kask). Kinnitas Asta Tamm.',
  ],
  [
    'assigned by hand to several payers, and the rest to one of them',
    did({ way: 'assigned', shares: [fee, pass, part], credit: 50 }),
    'Assigned by hand on 3 Nov 2026: paid Ballet Mar for Mari Kask (58€), Pass for Jaan Kask (20€) and Pass for Jaan Kask (20€ of 40€); 0.50€ was kept as Credit (Mari Kask). Confirmed by Asta Tamm.',
    'Määratud käsitsi 3. nov 2026: tasuti Ballet Mar (Mari Kask, 58€), Pass (Jaan Kask, 20€) ja Pass (Jaan Kask, 20€ 40€-st); 0,50€ jäi ettemaksuks (Mari Kask). Kinnitas Asta Tamm.',
  ],
  [
    'assigned by hand as credit',
    did({ way: 'assigned', credit: 5800 }),
    'Assigned by hand on 3 Nov 2026: 58€ was kept as Credit (Mari Kask). Confirmed by Asta Tamm.',
    'Määratud käsitsi 3. nov 2026: 58€ jäi ettemaksuks (Mari Kask). Kinnitas Asta Tamm.',
  ],
  [
    'assigned as suggested',
    did({ way: 'assigned', hint: 'nameAlike', shares: [fee] }),
    'Assigned as suggested (same amount, similar name) on 3 Nov 2026: paid Ballet Mar for Mari Kask (58€). Confirmed by Asta Tamm.',
    'Määratud soovituse järgi (sama summa, sarnane nimi) 3. nov 2026: tasuti Ballet Mar (Mari Kask, 58€). Kinnitas Asta Tamm.',
  ],
  [
    'a transfer that came back',
    did({ way: 'returned', shares: [fee], credit: 200, missing: 100 }),
    'Taken back by the bank, settled on 3 Nov 2026: Ballet Mar for Mari Kask (58€) became due again; 2€ came out of Credit (Mari Kask); 1€ had been paid back before, so nothing was left to take it from. Confirmed by Asta Tamm.',
    'Pank võttis raha tagasi, kinnitatud 3. nov 2026: uuesti jäi tasumata Ballet Mar (Mari Kask, 58€); 2€ võeti ettemaksust (Mari Kask); 1€ oli juba tagastatud, seda ei olnud enam millestki maha võtta. Kinnitas Asta Tamm.',
  ],
  [
    'a transfer that came back before it had paid anything',
    did({ way: 'returned', missing: 0, name: '' }),
    'Taken back by the bank, settled on 3 Nov 2026: it had paid nothing. Confirmed by Asta Tamm.',
    'Pank võttis raha tagasi, kinnitatud 3. nov 2026: see ei olnud midagi tasunud. Kinnitas Asta Tamm.',
  ],
  [
    'ignored with a reason',
    ignored('A grant of the city'),
    'Ignored on 3 Nov 2026: A grant of the city. Decided by Asta Tamm.',
    'Jäetud arvestamata 3. nov 2026: A grant of the city. Otsustas Asta Tamm.',
  ],
  [
    'ignored with a whole sentence',
    ignored('Rent, see the contract.'),
    'Ignored on 3 Nov 2026: Rent, see the contract. Decided by Asta Tamm.',
    'Jäetud arvestamata 3. nov 2026: Rent, see the contract. Otsustas Asta Tamm.',
  ],
  [
    'ignored since it came back before it was settled',
    ignored(''),
    'Ignored on 3 Nov 2026: the bank had taken it back before it was settled. Decided by Asta Tamm.',
    'Jäetud arvestamata 3. nov 2026: pank oli selle enne kinnitamist tagasi võtnud. Otsustas Asta Tamm.',
  ],
  [
    'settled, and taken back by the bank later',
    { ...did({ way: 'exact', shares: [fee] }), takenBackOn: '2026-11-05' },
    'Settled by reference on 3 Nov 2026: paid Ballet Mar for Mari Kask (58€). Confirmed by Asta Tamm. The bank took it back on 5 Nov 2026.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasuti Ballet Mar (Mari Kask, 58€). Kinnitas Asta Tamm. Pank võttis selle tagasi 5. nov 2026.',
  ],
  [
    'settled, and undone later',
    { ...did({ way: 'exact', shares: [fee] }), undone: { at: at('2026-11-04'), by: 'Juhan Saar' } },
    'Settled by reference on 3 Nov 2026: paid Ballet Mar for Mari Kask (58€). Confirmed by Asta Tamm. Undone by Juhan Saar on 4 Nov 2026.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasuti Ballet Mar (Mari Kask, 58€). Kinnitas Asta Tamm. Tagasi võttis Juhan Saar 4. nov 2026.',
  ],
  [
    'settled, by and for people who have left since',
    { ...did({ way: 'oldest', shares: [{ ...fee, person: '' }], credit: 200, name: '' }), by: '' },
    'Settled by reference on 3 Nov 2026: paid Ballet Mar for a deleted user (58€); 2€ was kept as Credit. Confirmed by a deleted user.',
    'Kinnitatud viitenumbri järgi 3. nov 2026: tasuti Ballet Mar (kustutatud kasutaja, 58€); 2€ jäi ettemaksuks. Kinnitas kustutatud kasutaja.',
  ],
]

describe('toldOf(), in both languages,', () => {
  it.each(told)('tells of a line: %s', (_, deed, en, et) => {
    expect(toldOf(deed, 'en', formats('en'))).toBe(en)
    expect(toldOf(deed, 'et', formats('et'))).toBe(et)
  })

  it('is tested for every way in which a line can be settled', () => {
    expect(new Set(told.flatMap(([, deed]) => deed.did?.way ?? []))).toEqual(new Set(ways))
  })

  it('names the suggestion by which a line was assigned', () => {
    for (const hint of hints)
      for (const language of ['en', 'et'] as const)
        expect(toldOf(did({ way: 'assigned', hint }), language, formats(language))).toContain(
          `(${deedTexts[language].hints[hint]})`,
        )
  })
})

it("toldOf() beside the payer's name does not repeat that name, and names others", () => {
  const deed = did({ userId: 'mari', way: 'assigned', shares: [fee, pass], credit: 200 })
  expect(beside(deed, 'en')).toBe(
    'Assigned by hand on 3 Nov 2026: paid Ballet Mar (58€) and Pass for Jaan Kask (20€); 2€ was kept as Credit. Confirmed by Asta Tamm.',
  )
  expect(beside(deed, 'et')).toBe(
    'Määratud käsitsi 3. nov 2026: tasuti Ballet Mar (58€) ja Pass (Jaan Kask, 20€); 2€ jäi ettemaksuks. Kinnitas Asta Tamm.',
  )
  // a deleted payer has no name beside the sentence
  const left = did({ userId: '-', name: '', shares: [{ ...fee, userId: '-', person: '' }] })
  expect(beside(left, 'en')).toContain('paid Ballet Mar for a deleted user (58€)')
})

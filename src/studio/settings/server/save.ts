import { eq, sql } from 'drizzle-orm'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { done, refuseFields } from '#kernel/result.ts'
import { DAY, type Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Channel } from '#studio/logs/rules.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { shownPhone } from '#studio/accounts/server/details.ts'
import { accountReplaced, featureEnds } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { checks, sitesIn, websiteOf, switchedOn, type SectionName, type Sections } from '../rules.ts'
import { settings } from '../tables.ts'
import { filled } from './stored.ts'

export interface Edit<S extends SectionName> {
  readonly section: S
  readonly typed: Sections[S]
  readonly before: Sections[S]
}

const channels: Readonly<Record<SectionName, Channel>> = {
  studio: 'auth',
  payments: 'payments',
  registration: 'registrations',
  notices: 'auth',
  features: 'auth',
  embed: 'auth',
  setUp: 'auth',
}

/** Saves a section, merged with what others have saved since the form was opened. */
export async function save<S extends SectionName>(c: CommandContext, { section, typed, before }: Edit<S>) {
  // lock the table, as a section that was never saved has no row
  await c.tx.execute(sql`lock table ${settings} in share row exclusive mode`)
  const [row] = await c.tx.select().from(settings).where(eq(settings.section, section))
  const { first } = c.settings
  const saved = row ? filled(section, row.value, first) : first[section]
  const [begun, form] = [tidy(before), tidy(typed)]
  const typedPhone = 'phone' in form && 'phone' in begun && form.phone !== begun.phone
  const phone = typedPhone ? await shownPhone(String(form.phone)) : undefined
  const check = (form: Sections[S]) => ({
    ...checkOnServer(section, form),
    ...(phone === null && { phone: 'phoneInvalid' }),
  })
  const edit = await decideEdit(c, row ?? { editedBy: null }, {
    saved,
    before: begun,
    typed: phone ? { ...form, phone } : form,
    check,
  })
  if (!edit.ok) return edit
  const account =
    section === 'payments' &&
    (await withFormer(c, edit.value as Sections['payments'], saved as Sections['payments'], row))
  const value: Sections[S] = { ...edit.value, ...(account && account.value) }
  if (section === 'features') {
    const kept = lockedOut(c, value as Sections['features']) ?? (await stillPending(c, value as Sections['features']))
    if (kept) return kept
  }
  const ibanSince = account ? account.since : null
  const changes = { value, version: (row?.version ?? 0) + 1, changedAt: c.now, ibanSince, editedBy: c.actorId }
  await c.tx
    .insert(settings)
    .values({ section, ...changes })
    .onConflictDoUpdate({ target: settings.section, set: changes })
  const changed = (Object.keys(value) as (keyof Sections[S])[]).filter(
    (name) => JSON.stringify(value[name]) !== JSON.stringify(saved[name]),
  )
  const metadata = { section, changed }
  c.log({ channel: channels[section], level: 'info', message: logLines.saved(section), metadata })
  return done({})
}

/** How long an unused account number may be a typo (ms). */
const JUST_TYPED = DAY

/**
 * Keeps the replaced IBAN among the other accounts, as payers still use it and its statements must stay readable. An
 * IBAN corrected within a day, before one of its statements was read, counts as a typo.
 */
async function withFormer(
  c: CommandContext,
  value: Sections['payments'],
  { iban, otherAccounts }: Sections['payments'],
  row: { readonly ibanSince: Instant | null } | undefined,
) {
  const since = row?.ibanSince ?? null
  if (iban === value.iban) return { value, since }
  let stays = since === null || c.now - since >= JUST_TYPED
  if (!stays) await c.raise(accountReplaced, { iban, keep: () => (stays = true) })
  const former = stays ? [iban] : []
  const others = [...former, ...value.otherAccounts.split(' ')].filter((one) => one !== '' && one !== value.iban)
  // an IBAN from the other accounts is no typo, however soon it is replaced again
  const isKnown = otherAccounts.split(' ').includes(value.iban)
  return { value: { ...value, otherAccounts: [...new Set(others)].join(' ') }, since: isKnown ? null : c.now }
}

function checkOnServer<S extends SectionName>(section: S, form: Sections[S]): Readonly<Record<string, string>> {
  const wrong: Record<string, string | undefined> = { ...checks[section](form) }
  if ('iban' in form && form.iban !== '' && !isValidIBAN(String(form.iban))) wrong['iban'] = 'ibanInvalid'
  if ('otherAccounts' in form && !ibansIn(String(form.otherAccounts)).every((iban) => isValidIBAN(iban)))
    wrong['otherAccounts'] = 'ibanInvalid'
  return Object.fromEntries(Object.entries(wrong).filter((pair): pair is [string, string] => pair[1] !== undefined))
}

/** Only an admin with a second step can require it of staff, so that at least one admin can sign in. */
const lockedOut = (c: CommandContext, { staffTwoSteps }: Sections['features']) =>
  staffTwoSteps && !c.settings.sections.features.staffTwoSteps && !c.me.hasSecondStep
    ? refuseFields({ staffTwoSteps: 'secondStepFirst' })
    : null

/** Asks other modules about each feature that is being switched off: pending work keeps it on. */
async function stillPending(c: CommandContext, value: Sections['features']) {
  const kept: Record<string, string> = {}
  for (const feature of switchedOn(c.settings.sections)) {
    if (value[feature]) continue
    await c.raise(featureEnds, { feature, keep: (code) => void (kept[feature] = code) })
  }
  return refuseWrong(kept)
}

/** Splits typed account numbers, one on a line or separated by commas. */
const ibansIn = (typed: string): string[] =>
  typed
    .split(/[,;\n]|\s+(?=[a-z]{2}\d{2})/iu)
    .map((one) => electronicFormatIBAN(one) ?? '')
    .filter(Boolean)

/** Trims texts, and removes the spaces of an IBAN. */
function tidy<Form extends object>(form: Form): Form {
  const fields = Object.entries(form).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [name, value]
    if (name === 'website') return [name, websiteOf(value)]
    if (name === 'sites') return [name, sitesIn(value).join(' ')]
    if (name === 'otherAccounts') return [name, ibansIn(value).join(' ')]
    return [name, name === 'iban' ? (electronicFormatIBAN(value) ?? '') : value.trim()]
  })
  return Object.fromEntries(fields) as Form
}

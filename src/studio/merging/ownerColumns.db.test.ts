import { expect, it } from 'vitest'
import { rows } from '#server/db/database.ts'
import type { TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { sql } from 'drizzle-orm'
import { ownerColumns, nameOf } from './server/ownerColumns.ts'

let studio: TestStudio
studioForEach(async (empty) => {
  studio = empty
})

/** Columns that refer to a person but don't move in a merge, with the reason. */
const stay: Readonly<Record<string, string>> = {
  'accounts.person_id': 'moved or emptied by itself',
  'payers.person_id': 'is half of the payer’s id, and what is paid stays with it',
  'payers.account_id': 'is the payer’s id',
  'merges.kept_id': 'the merge itself',
  'merges.gone_id': 'the merge itself',
  'merges.by_account_id': 'who merged',
  'closedDays.extended_by': 'a number of days',
  'logs.user_id': 'a log is never written anew',
  'commands.actor': 'answers to calls of an account that signs in no more',
  // ways to sign in to an account that is closed, and reopened by an undo
  ...of('the closed account’s own, for an undo', [
    'credentials.account_id',
    'sessions.account_id',
    'twoSteps.account_id',
    'passkeys.account_id',
    'emailLinks.account_id',
    'recoveryCodes.account_id',
    'challenges.account_id',
    'providerLinks.account_id',
    'providerVisits.account_id',
    'feeds.account_id',
    'chosenWays.account_id',
    'pushSubscriptions.account_id',
    'pushes.account_id',
    'told.account_id',
    'mailingReaders.account_id',
  ]),
  // a staff account is never the one that is merged away
  ...of('of staff, past or present: the account stays', [
    'mailings.author_id',
    'standIns.teacher_id',
    'standIns.offered_by',
    'standIns.fell_of',
    'payRates.account_id',
    'payEntries.account_id',
    'payMonths.closed_by',
    'pauses.created_by',
    'classes.edited_by',
    'courses.edited_by',
    'memberships.edited_by',
    'schedule.edited_by',
    'settings.edited_by',
    'terms.edited_by',
    'attendance.marked_by',
    'bankStatements.read_by',
    'bankLines.decided_by',
    'bankColumns.saved_by',
    'handOvers.handed_by',
    'handOvers.confirmed_by',
    'papers.created_by',
    'freezes.asked_by',
    'freezes.decided_by',
    'payerReferences.added_by',
    'payments.updated_by',
    'receipts.by_user_id',
    'receipts.undone_by',
    'credits.by_user_id',
    'paymentHistory.by_user_id',
    'lateCancellations.forgiven_by',
    'passEntries.by_account_id',
    'stebbyTickets.typed_by',
    'firebaseMoves.started_by',
    'tableMoves.imported_by',
  ]),
}

function of(why: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, why]))
}

const inDatabase = (name: string) =>
  name.replace(/^[^.]+\./, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

it('lists every column that refers to a person or an account, with what a merge does to it', async () => {
  const found = rows<{ name: string }>(
    await studio.database.read.execute(sql`
      select t.relname || '.' || a.attname as name from pg_attribute a join pg_class t on t.oid = a.attrelid
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.attnum > 0 and not a.attisdropped and (
        exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = t.oid and a.attnum = any (k.conkey)
          and k.confrelid in ('people'::regclass, 'accounts'::regclass, 'payers'::regclass))
        or a.attname ~ '(user|person|account|payer)_id$|_by$|^actor$')`),
  ).map(({ name }) => name)
  const known = [
    ...ownerColumns.map((one) => nameOf(one).replace(/\..+$/, `.${inDatabase(nameOf(one))}`)),
    ...Object.keys(stay),
  ]
  expect(found.length).toBeGreaterThan(50)
  expect(known.toSorted()).toEqual(found.toSorted())
})

/** What a job is about, and why a merge does not lose it. */
const subjects: Readonly<Record<string, string>> = {
  'notices.write': 'an account: queued for the account to which its letters move',
  'bills.tell': 'a payer: finds nothing if its payments have moved, as the other payer sees them',
  'bank.tellPayer': 'a payer: tells of what stays with it',
  ...of('what it is about only changes its person', [
    'courses.joined',
    'memberships.bought',
    'payments.moneyCame',
    'payments.owedByAnother',
    'registrations.booked',
    'waiting.offerExpires',
  ]),
  ...of('of the studio, not of a person', [
    'courses.edited',
    'mailings.follow',
    'mailings.tell',
    'registrations.extendMorePasses',
    'registrations.extendPasses',
    'schedule.tellOfChanges',
    'standIns.begins',
    'waiting.offerPlaces',
  ]),
}

it('lists every job that is about something, with what a merge does to it', () => {
  const found = [...studio.services.jobs.values()].filter(({ every }) => every === undefined).map(({ kind }) => kind)
  expect(Object.keys(subjects).toSorted()).toEqual(found.toSorted())
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { fillWith } from '#server/testing/manyRows.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { findings } from './checks.ts'
import { examine } from '#server/operator/examine.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.empty()
  await fillWith(database, 500)
})
afterAll(() => database.close())

const receipt = (paymentId: string, cents: number) =>
  `insert into receipts (payment_id, item, cents, day, way, source, at)
    values ('${paymentId}', (select item from payments where id = '${paymentId}'), ${cents}, '2026-03-10', 'cash', 'desk', now())`
const stands = (paymentId: string, status: string) =>
  `update payments set status = '${status}' where id = '${paymentId}'`

/** A payment for one class, owed by a person without an account. */
const paidByPerson = (userId: string, payer: string) =>
  `with payer as (insert into payers values ('person-${payer}', null, '${payer}', now()))
    update payments set payer_id = 'person-${payer}' where id = 'p${userId}-12'`

/** A bank line of 5 cents. */
const bankLine = (state: string, outcome: string) =>
  `with statement as (insert into "bankStatements" (id, accounts, lines, added, known, others, read_at)
    values ('s1', '{}', 1, 1, 0, 0, now())),
  line as (insert into "bankLines" (id, statement_id, position, kind, account, day, cents, currency, text, state, outcome)
    values ('l1', 's1', 0, 'payment', 'EE', '2026-03-10', 5, 'EUR', '', '${state}', ${outcome}))`

/** A used ticket of one payment, with a receipt by that method for the same or another payment. */
const usedTicket = (of: string, money: string, way: string) =>
  `with money as (insert into receipts (payment_id, item, cents, day, way, source, at)
      values ('${money}', (select item from payments where id = '${money}'), 5, '2026-03-10', '${way}', 'desk', now()) returning id)
    insert into "stebbyTickets" (id, code, state, typed_by, typed_at, payment_id, receipt_id)
    select 't1', 'T-100', 'used', 'u1', now(), '${of}', id from money`

/** A paper of a due payment of 10 euros. */
const paper = (kind: string, cents: number) =>
  `insert into papers (id, kind, series, year, number, day, payer_id, cents, about, payment_id, created_at)
    values ('paper', '${kind}', '${kind === 'receipt' ? 'R' : 'A'}', 2026, 1, '2026-03-10', 'u4', ${cents}, '',
    ${kind === 'receipt' ? `'pu4-14'` : 'null'}, now())`
const invoice = (cents: number, ofPayment: number) =>
  `with invoice as (${paper('invoice', cents)})
    insert into "invoiceLines" (paper_id, payment_id, cents) values ('paper', 'pu4-14', ${ofPayment})`

/** A make-up for the first class. */
const makeUp = (usedFor: string) =>
  `with makeUp as (insert into "makeUps" (id, user_id, schedule_id, class_name, starts_at, categories, valid_until,
    used_for, created_at) values ('m1', 'u1', 'e1', 'Girls beginners', now(), '{}', '2026-12-01', ${usedFor}, now()))`
const absence = `insert into absences values ('e1', 'u1', now())`

/** An invitation of this kind by the first person, for these people. */
const invitation = (kind: string, more: { asks?: string; accepted?: string; besides?: string } = {}) =>
  `with ${more.besides === undefined ? '' : `besides as (${more.besides}),`} asked as (insert into "familyInvitations" (id, token_hash, kind, email, account_id, can_book, pays, gets_notices,
      created_at, expires_at, accepted_at)
    values ('i1', 'hash', '${kind}', 'isa@example.ee', 'u1', true, true, true, '2026-03-10', '2026-03-24', ${more.accepted ?? 'null'})
    returning id)
  insert into "familyInvitationPeople" (invitation_id, person_id) select a.id, p.id from asked a, people p
  where p.id in (${more.asks ?? `''`})`

const deleted = (userId: string) =>
  `update people set display_name = '', family_name = '', dob = null, active = false, membership_category = null,
    deleted_at = now() where id = '${userId}'`

const damage = (statement: string) => database.transaction((tx) => tx.execute(sql.raw(statement)))

it('finds nothing in a sound studio', async () => {
  const { ok, line } = await examine(database)
  expect(ok).toBe(true)
  expect(line).toMatch(/^All is well: \d+ invariants/)
})

// break each invariant once, to prove that its check can find something
it.each([
  ['an entry counts its registrations', `update schedule set registered_count = 1 where id = 'e3'`, 'e3'],
  ['a pass counts the places that it pays for', `update purchases set classes_used = 9 where id = 'mu2'`, 'mu2'],
  ['the book of a pass adds up', `update "passEntries" set classes = 9 where purchase_id = 'mu2'`, 'mu2'],
  ['the book of a pass adds up', `delete from "passEntries" where purchase_id = 'mu2'`, 'mu2'],
  [
    'the book of a pass adds up',
    `update purchases set valid_until = now() + interval '9 years' where id = 'mu2'`,
    'mu2',
  ],
  ['each line of a book says', `update "passEntries" set remaining = 99 where purchase_id = 'mu2'`, /^\d+$/],
  [
    'a pass is frozen on the days of its freeze',
    `update purchases set frozen_from = now(), frozen_until = now() + interval '1 day' where id = 'mu2'`,
    'mu2',
  ],
  [
    'a frozen pass takes no place on the days of its freeze',
    `with standing as (insert into freezes (id, purchase_id, user_id, state, first_day, last_day, reason, asked_at, decided_at)
      values ('f1', 'mu2', 'u2', 'frozen', '2000-01-01', '2100-01-01', 'ill', now(), '2000-01-01'))
    update purchases set frozen_from = '2000-01-01', frozen_until = '2100-01-02' where id = 'mu2'`,
    /^ru2-/,
  ],
  [
    'a letter that waits is written by a job',
    `insert into "waitingNotices" (account_id, person_id, kind, letter, subject, version, content, alone, write_at, not_before)
      values ('u1', 'u1', 'booked', 'registrations.booked', 'e1', 0, '{}', false, now(), now())`,
    'u1',
  ],
  ['an entry counts the places that are held', `insert into "heldPlaces" values ('e3', 'u1', now())`, 'e3'],
  ['an entry is never oversold', `update schedule set held_count = max_participants where id = 'e4'`, 'e4'],
  ['an entry is never oversold', `update schedule set max_participants = 1 where id = 'e4'`, 'e4'],
  [
    'a drop-in has a payment of its own that stands',
    `update payments set status = 'cancelled' where id = 'pu1-11'`,
    'ru1-11',
  ],
  ['a place is paid by a pass of the person', `update purchases set user_id = 'u2' where id = 'mu1'`, 'ru1-1'],
  [
    'a make-up class is used for the place that it pays for',
    `${makeUp(`'e20'`)}, absence as (${absence}) select`,
    'm1',
  ],
  ['whoever has a make-up class that is not lost said that they can’t come', `${makeUp('null')} select`, 'm1'],
  ['a pass is paid for by a payment', `update payments set user_id = 'u2' where id = 'pu1-10'`, 'mu1'],
  ['a payer has a reference number', `delete from "payerReferences" where payer_id = 'u1'`, 'u1'],
  [
    'the last digit of a reference number checks the others',
    `update "payerReferences" set reference = '12345' where payer_id = 'u1'`,
    '12345',
  ],
  [
    'nobody has less than no credit',
    `insert into credits (payer_id, cents, day, source, at) values ('u1', -5, '2026-03-10', 'used', now())`,
    'u1',
  ],
  [
    'a settled line has paid or kept all of its money',
    `${bankLine('settled', `'{"shares": [], "credit": 0}'`)} select`,
    'l1',
  ],
  [
    'a line that waits has paid nothing',
    `${bankLine('waits', 'null')} insert into credits (payer_id, cents, day, source, source_id, at)
      values ('u1', 5, '2026-03-10', 'bank', 'l1', now())`,
    'l1',
  ],
  [
    'a line of the bank brings no more than it holds',
    `${bankLine('settled', `'{"shares": [], "credit": 5}'`)} insert into credits (payer_id, cents, day, source, source_id, at)
      values ('u1', 5, '2026-03-10', 'bank', 'l1', now()), ('u1', 1, '2026-03-10', 'cancelled', 'l1', now())`,
    'l1',
  ],
  ['what is open is paid by a person only where no account pays', paidByPerson('u1', 'u1'), 'pu1-12'],
  ['a person pays for nobody else', paidByPerson('u1', 'u2'), 'pu1-12'],
  ['a payment that stands pays for something', `delete from registrations where id = 'ru1-12'`, 'pu1-12'],
  [
    'a payment stands where its history ends',
    `update payments set status = 'markedByUser', payment_method = 'stebby' where id = 'pu3-13'`,
    'pu3-13',
  ],
  ['a history has no gap', `update "paymentHistory" set from_status = 'confirmed' where payment_id = 'pu1-11'`, /\d+/],
  ['the receipts of a payment add up', receipt('pu4-14', 5), 'pu4-14'],
  ['the receipts of a payment add up', stands('pu4-14', 'partlyPaid'), 'pu4-14'],
  [
    'a receipt is of the same kind as its payment',
    `with money as (${receipt('pu4-14', 5)}) update payments set item = 'earlier debt' where id = 'pu4-14'`,
    /\d+/,
  ],
  [
    'the receipts of a payment add up',
    `with money as (${receipt('pu4-14', 1000)}) ${stands('pu4-14', 'partlyPaid')}`,
    'pu4-14',
  ],
  [
    'the receipts of a payment add up',
    `with money as (${receipt('pu4-14', 999)}) ${stands('pu4-14', 'confirmed')}`,
    'pu4-14',
  ],
  [
    'the receipts of a payment add up',
    `with money as (${receipt('pu4-14', 999)}) update payments set status = 'confirmed', let_go = 2 where id = 'pu4-14'`,
    'pu4-14',
  ],
  [
    'a confirmed payment has a receipt',
    `update payments set status = 'confirmed', let_go = price where id = 'pu4-14'`,
    'pu4-14',
  ],
  [
    'a confirmed payment has a receipt',
    `with money as (${receipt('pu4-14', 0)}) ${stands('pu4-14', 'cancelled')}`,
    'pu4-14',
  ],
  ['an invoice comes to its lines', invoice(1000, 999), 'paper'],
  ['a payment is invoiced at no more', invoice(1001, 1001), 'pu4-14'],
  ['a receipt that holds is of a confirmed payment', paper('receipt', 1000), 'paper'],
  ['a deleted user has no way in', deleted('u3'), 'u3'],
  ['a used Stebby ticket has brought money', usedTicket('pu4-14', 'pu4-14', 'cash'), 't1'],
  ['a used Stebby ticket has brought money', usedTicket('pu4-14', 'pu1-12', 'stebby'), 't1'],
  [
    'a Stebby ticket that is being used is looked at again',
    `insert into "stebbyTickets" (id, code, state, typed_by, typed_at, payment_id)
      values ('t1', 'T-100', 'unsure', 'u1', now(), 'pu4-14')`,
    't1',
  ],
  ['an invitation asks about as many people as its kind does', invitation('guardian'), 'i1'],
  ['an invitation asks about as many people as its kind does', invitation('ownSignIn', { asks: `'u3', 'u4'` }), 'i1'],
  ['an invitation asks about as many people as its kind does', invitation('child', { asks: `'u3'` }), 'i1'],
  [
    'an invitation is accepted while it holds',
    invitation('guardian', { asks: `'u3', 'u4'`, accepted: `'2026-03-25'` }),
    'i1',
  ],
  ['an invitation is accepted while it holds', invitation('child', { accepted: `'2026-03-09'` }), 'i1'],
  [
    'nobody is asked, and nothing about pictures is kept',
    invitation('ownSignIn', { asks: `'u3'`, besides: deleted('u3') }),
    'i1',
  ],
  [
    'nobody is asked, and nothing about pictures is kept',
    `with gone as (${deleted('u3')}) insert into "photoConsents" values ('u3', 'u1', true, now())`,
    'u3',
  ],
  [
    'an account that was closed when records were merged speaks for nobody',
    `with closed as (update accounts set person_id = null, active = false where id = 'u2') insert into "photoConsents" values ('u3', 'u2', true, now())`,
    'u2',
  ],
  [
    'an account that was closed when records were merged speaks for nobody',
    invitation('child', { besides: `update accounts set person_id = null, active = false where id = 'u1'` }),
    'u1',
  ],
  [
    'an account that was closed when records were merged speaks for nobody',
    `update accounts set person_id = null, active = false where id = 'u4'`,
    'u4',
  ],
  ['nobody is guardian of the own person', `insert into guardians values ('u3', 'u3', true, true, true, now())`, 'u3'],
  [
    'a cancelled pass takes no new place',
    `update purchases set status = 'cancelled', updated_at = created_at - interval '1 day' where id = 'mu5'`,
    'mu5',
  ],
])('finds that this is broken: %s', async (check, statement, id) => {
  await damage(statement)
  const found = await findings(database)
  const finding = found.find((one) => one.check.startsWith(check))
  expect(finding?.ids[0]).toMatch(id)
  const { ok, line } = await examine(database)
  expect(ok).toBe(false)
  expect(line).toContain(`  ${finding?.check}: not so for ${finding?.ids[0]}`)
})

// a damaged or hand-made copy may lack the index that would refuse this
it.each([
  ['a person has one account', 'accounts_person', 'person_id', 'u2', `'u2', 'second@example.ee'`],
  ['an address belongs to one account', 'accounts_email', 'email', 'u2@example.ee', `null, 'u2@example.ee'`],
])('finds that this is broken in a copy without its index: %s', async (check, index, column, value, second) => {
  await damage(`drop index ${index}`)
  await damage(`insert into accounts (id, person_id, email, created_at) select 'second', ${second}, now()`)
  expect(await findings(database)).toEqual([{ check, ids: [value] }])
  await database.empty()
  await damage(`create unique index ${index} on accounts (${column})`)
})

it('finds rows that refer to missing rows', async () => {
  await damage(`alter table sessions drop constraint sessions_account_id_accounts_id_fk`)
  await damage(
    `insert into sessions (id, account_id, status, created_at) values ('lost', 'nobody', 'registration', now())`,
  )
  await damage(`alter table sessions add constraint sessions_account_id_accounts_id_fk
    foreign key (account_id) references accounts (id) not valid`)
  expect(await findings(database)).toEqual([
    { check: 'sessions.account_id leads to a row of accounts', ids: ['nobody'] },
  ])
})

import { sql } from 'drizzle-orm'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { rows } from '#server/db/database.ts'
import { aCourse, aMembership, anEntry, aPurchase, dropIn, joining } from './fixtures.ts'
import type { Person, TestStudio } from './studio.ts'

export interface BusyStudio {
  readonly admin: Person
  readonly teacher: Person
  /** A person with a place in everything, whose data all have recognisable values. */
  readonly member: Person
  readonly scheduleId: string
  readonly courseId: string
  readonly membershipId: string
  readonly purchaseId: string
  /** Values of the member that only staff may see. */
  readonly secrets: readonly string[]
  /** Ids of all rows, the member's and others'. */
  readonly ids: readonly string[]
}

const PRIVATE = {
  email: 'victoria.7f3a@private.example',
  dob: '1987-06-05',
  first: 'Victoria',
  last: 'Secretson',
  phone: '+372 5987 6543',
}

/** A studio in which one member has registered for, bought, joined and paid everything possible. */
export async function busyStudio(studio: TestStudio): Promise<BusyStudio> {
  const [admin, teacher] = [await studio.person('admin'), await studio.person('teacher')]
  const member = await studio.person('user', { email: PRIVATE.email, displayName: PRIVATE.first })
  await studio.database.transaction((tx) =>
    tx.execute(
      sql`update people set dob = ${PRIVATE.dob}, family_name = ${PRIVATE.last}, phone = ${PRIVATE.phone} where id = ${member.userId}`,
    ),
  )
  const [{ scheduleId }, second] = [await anEntry(studio, admin), await anEntry(studio, admin, { inDays: 2 })]
  const courseId = await aCourse(studio, admin)
  const code = { courseId, code: 'HIDDEN20', amount: 2000, audience: 'others' as const }
  await studio.must(admin, courses.addDiscountCode, code)
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  await studio.must(member, courses.join, { ...joining(courseId), discountCode: code.code })
  const used = await aPurchase(studio, admin, member)
  const place = { scheduleId: second.scheduleId, purchaseId: used }
  await studio.must(member, registrations.registerWithMembership, place)
  const membershipId = await aMembership(studio, admin)
  const order = { membershipId, coverMember: false, paymentMethod: 'bankTransfer' as const }
  const { purchaseId } = await studio.must(member, memberships.buy, order)
  const [due] = await studio.ask(member, payments.mine, {})
  if (due) await studio.must(admin, payments.cancel, { paymentId: due.id })
  const own = await idsOf(studio, member.userId)
  const secrets = [
    PRIVATE.email,
    PRIVATE.dob,
    PRIVATE.first,
    PRIVATE.last,
    PRIVATE.phone,
    code.code,
    member.userId,
    member.accountId,
    ...own,
  ]
  const ids = [...(await idsOf(studio, null)), PRIVATE.email, code.code]
  return { admin, teacher, member, scheduleId, courseId, membershipId, purchaseId, secrets, ids }
}

/** Ids of a person's rows, or of all rows, in all tables. */
export async function idsOf(studio: TestStudio, userId: string | null): Promise<string[]> {
  const tables = await studio.sql<{ name: string; owned: boolean }>`
    select c.table_name as name, exists (
      select from information_schema.columns u where u.table_name = c.table_name and u.column_name = 'user_id') as owned
    from information_schema.columns c
    where c.table_schema = 'public' and c.column_name = 'id' and c.data_type = 'text'`
  const found = await Promise.all(
    tables
      .filter(({ owned }) => userId === null || owned)
      .map(async ({ name }) => {
        const where = userId === null ? sql`` : sql`where user_id = ${userId}`
        return rows<{ id: string }>(
          await studio.database.read.execute(sql`select id from ${sql.identifier(name)} ${where}`),
        )
      }),
  )
  return found.flat().map(({ id }) => id)
}

/** All rows of the person or the account as text, by table: to check that they did not change. */
export async function rowsOf(studio: TestStudio, { userId, accountId }: Person): Promise<Record<string, string>> {
  const columns = await studio.sql<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = 'public' and (column_name in ('user_id', 'person_id', 'account_id')
      or (column_name = 'id' and table_name in ('people', 'accounts')))`
  const found = await Promise.all(
    columns.map(async ({ name, column }) => {
      const query = sql`
        select coalesce(string_agg(t::text, ' ' order by t::text), '') as text
        from ${sql.identifier(name)} t where ${sql.identifier(column)} in (${userId}, ${accountId})`
      return [name, rows<{ text: string }>(await studio.database.read.execute(query))[0]?.text ?? ''] as const
    }),
  )
  return Object.fromEntries(found)
}

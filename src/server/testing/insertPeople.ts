import { sql, type SQL } from 'drizzle-orm'

/** Columns of both tables that a test may set, with their types. */
const ofPeople = {
  id: 'text',
  display_name: 'text',
  family_name: 'text',
  dob: 'date',
  membership_category: 'text',
  active: 'boolean',
  created_at: 'timestamptz',
  deleted_at: 'timestamptz',
}
const ofAccounts = {
  id: 'text',
  email: 'text',
  email_verified_at: 'timestamptz',
  role: 'text',
  active: 'boolean',
  created_at: 'timestamptz',
}

/**
 * SQL that adds people, an account with the same id for each who has an address, and the payer of each: `rows` selects
 * the named columns, such as 'id, email, display_name'.
 */
export function insertPeople(columns: string, rows: SQL): SQL {
  const given = columns.split(/,\s*/)
  const insert = (table: string, types: Readonly<Record<string, string>>) => {
    const named = given.filter((column) => column in types)
    const values = named.map((column) => `${column}::${types[column]}`)
    return { into: `${table} (${named.join(', ')}`, values: values.join(', ') }
  }
  const people = insert('people', ofPeople)
  const accounts = insert('accounts', ofAccounts)
  return sql`
    with given (${sql.raw(given.join(', '))}) as materialized (${rows}),
      person as (insert into ${sql.raw(people.into)}) select ${sql.raw(people.values)} from given returning id),
      payer as (insert into payers (id, account_id, person_id, created_at)
        select coalesce(account, 'person-' || id), account, case when account is null then id end, created_at::timestamptz
        from given, lateral (select case when email <> '' then id end as account) a returning id, created_at),
      reference as (insert into "payerReferences" (reference, payer_id, created_at)
        select issue_reference(), id, created_at from payer)
    insert into ${sql.raw(accounts.into)}, person_id) select ${sql.raw(accounts.values)}, id from given where email <> ''`
}

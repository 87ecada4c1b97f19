import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { openDatabase, type DatabaseOptions } from '#server/db/database.ts'

/** How large the measured studio is: people who call, and entries of the next four weeks. */
export const PEOPLE = 4_000
export const ENTRIES = 60
/** One in so many is a member. */
const MEMBER = 40

export const cookieOf = (person: number) => `session=${tokenOf(person)}`
const tokenOf = (person: number) => `bench-token-${person}`

/** Migrates and fills an empty database: everybody is verified and signed in; a third of the entries include members.
 * What is free is no open payment, of which nobody may have many. */
export async function fillStudio(options: DatabaseOptions): Promise<void> {
  const database = await openDatabase(options)
  const hashes = Array.from({ length: PEOPLE }, (_, n) =>
    createHash('sha256')
      .update(tokenOf(n + 1))
      .digest('base64url'),
  )
  await database.transaction(
    async (tx) => {
      await tx.execute(sql`
        insert into users (id, email, email_verified_at, display_name, family_name, dob, membership_category, created_at)
        select 'u' || n, 'u' || n || '@example.ee', now(), 'Mari', 'Tamm ' || n, '2005-05-05',
          case when n % ${MEMBER}::int = 0 then 'Member-girl' end, now()
        from generate_series(1, ${PEOPLE}::int) n`)
      // the last is a member, and so takes no place: see Places
      await tx.execute(sql`update users set role = 'admin' where id = ${`u${PEOPLE}`}`)
      await tx.execute(sql`
        insert into sessions (id, user_id, token_hash, status, created_at, expires_at)
        select 's' || n, 'u' || n, hash, 'active', now(), now() + interval '60 days'
        from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb) with ordinality t(hash, n)`)
      await tx.execute(sql`
        insert into schedule (id, class_name, categories, starts_at, ends_at, max_participants, standard_price, created_at, updated_at)
        select 'e' || n, 'Girls beginners ' || n,
          case when n % 3 = 0 then '{Girl Group}'::text[] else '{Open}'::text[] end,
          now() + n * interval '10 hours', now() + n * interval '10 hours' + interval '1 hour', 5000, 0, now(), now()
        from generate_series(1, ${ENTRIES}::int) n`)
    },
    { deadline: 60_000 },
  )
  await database.close()
}

/** The next pair of a person and an entry that has not been asked for: entries in turn, so that locks are rarely met. */
export class Places {
  #next = 0

  take(): { person: number; entry: string } {
    const n = this.#next++
    if (n >= PEOPLE * ENTRIES) throw new Error('Every person has every place: the measured studio is too small.')
    const person = (n % PEOPLE) + 1
    // members are included in some entries, and would be refused there
    if (person % MEMBER === 0) return this.take()
    return { person, entry: `e${((person + Math.floor(n / PEOPLE)) % ENTRIES) + 1}` }
  }
}

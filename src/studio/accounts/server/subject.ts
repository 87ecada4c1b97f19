import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { isAboutPerson, type Caller, type Permission, type Subject } from '../rules.ts'
import { guardians } from '../tables.ts'

const { canBook, pays, getsNotices } = guardians

const linkOf = prepared<{ accountId: string; personId: string }, Exclude<Subject['relation'], string>[]>((tx) =>
  tx
    .select({ canBook, pays, getsNotices })
    .from(guardians)
    .where(
      and(eq(guardians.accountId, sql.placeholder('accountId')), eq(guardians.personId, sql.placeholder('personId'))),
    ),
)

/**
 * The person that a call is about, and the caller's relation to them: the person named in the input, else the caller's
 * own. Null if there is none. Guardian links are queried only for permissions that need one.
 */
export async function subjectOf(
  tx: Tx,
  caller: Caller,
  permission: Permission,
  named: string | undefined,
): Promise<Subject | null> {
  if (caller.kind === 'visitor') return null
  const { accountId } = caller
  const personId = named ?? caller.personId
  if (personId === null) return null
  if (personId === caller.personId) return { personId, relation: 'own' }
  const [link] = isAboutPerson(permission) ? await linkOf(tx, { accountId, personId }) : []
  return { personId, relation: link ?? 'stranger' }
}

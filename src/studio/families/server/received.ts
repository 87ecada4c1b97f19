// What somebody is asked at their own address, for whoever has verified it.
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { personal } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { Asked } from '../contract.ts'
import { invitations, invitedPeople } from '../tables.ts'

/** Which went to the verified address of this account: that proves the same as the link in the letter. */
export const wentTo = (tx: Tx, accountId: string): SQL =>
  inArray(
    invitations.email,
    tx
      .select({ email: accounts.email })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNotNull(accounts.emailVerifiedAt))),
  )

/** Which still wait for an answer. */
export const isOpen = (now: number) =>
  and(isNull(invitations.acceptedAt), isNull(invitations.declinedAt), gt(invitations.expiresAt, now))

/** What these invitations ask, by whom and about whom. */
export async function askedBy(tx: Tx, found: readonly (typeof invitations.$inferSelect)[]): Promise<Asked[]> {
  const ids = found.map(({ id }) => id)
  const [inviters, invited] = await Promise.all([
    tx
      .select({ accountId: accounts.id, displayName: people.displayName, familyName: people.familyName })
      .from(accounts)
      .innerJoin(people, eq(people.id, accounts.personId))
      .where(inArray(accounts.id, [...new Set(found.map(({ accountId }) => accountId))])),
    tx
      .select({ invitationId: invitedPeople.invitationId, name: people.displayName })
      .from(invitedPeople)
      .innerJoin(people, eq(people.id, invitedPeople.personId))
      .where(inArray(invitedPeople.invitationId, ids))
      .orderBy(asc(people.dob), asc(people.id)),
  ])
  return found.map(({ id, accountId, byStaff, kind, email, canBook, pays, getsNotices }) => {
    const by = inviters.find((one) => one.accountId === accountId)
    const names = invited.filter(({ invitationId }) => invitationId === id).map(({ name }) => name)
    return { kind, email, rights: { canBook, pays, getsNotices }, names, by: by && !byStaff ? fullName(by) : '' }
  })
}

/** The first to expire first; none that the caller sent, nor one by which a sign-in is made, for there is one already. */
export const received = personal(
  { on: [invitations, invitedPeople, people], accountOn: [accounts.id] },
  async ({ db, accountId, now, changesAt }) => {
    const found = await db
      .select()
      .from(invitations)
      .where(
        and(
          wentTo(db, accountId ?? ''),
          ne(invitations.accountId, accountId ?? ''),
          ne(invitations.kind, 'ownSignIn'),
          isOpen(now),
        ),
      )
      .orderBy(asc(invitations.expiresAt), asc(invitations.id))
    changesAt(found[0]?.expiresAt)
    const asked = await askedBy(db, found)
    return found.flatMap(({ id }, index) => {
      const one = asked[index]
      // those about whom it was may be deleted since
      return one && (one.kind === 'child' || one.names.length > 0) ? [{ ...one, id }] : []
    })
  },
)

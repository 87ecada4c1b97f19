import { and, asc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { personal } from '#server/procedures.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import type { FamilyPerson, Family, Invitation } from '../contract.ts'
import { allRights } from '../rules.ts'
import { invitations, invitedPeople, photoConsents } from '../tables.ts'
import { photosOf } from './photos.ts'

const theirs = alias(accounts, 'theirs')

/** Names of others stand in it, so that it follows every change of somebody's names and links: these are seldom. */
export const mine = personal(
  { on: [people, guardians, invitedPeople, photoConsents], accountOn: [accounts.id, invitations.accountId] },
  async ({ db, accountId, now, changesAt }) => {
    const sent = await invitationsOf(db, accountId ?? '', now)
    changesAt(sent[0]?.expiresAt)
    return { ...(await familyOf(db, accountId ?? '')), invitations: sent }
  },
)

/** What waits to be accepted, and what was declined, the first to expire first; none of what the studio asks. */
async function invitationsOf(db: Tx, accountId: string, now: number): Promise<Invitation[]> {
  const found = await db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.accountId, accountId),
        eq(invitations.byStaff, false),
        isNull(invitations.acceptedAt),
        gt(invitations.expiresAt, now),
      ),
    )
    .orderBy(asc(invitations.expiresAt), asc(invitations.id))
  const named = await db
    .select({ invitationId: invitedPeople.invitationId, personId: people.id, name: people.displayName })
    .from(invitedPeople)
    .innerJoin(people, eq(people.id, invitedPeople.personId))
    .where(
      inArray(
        invitedPeople.invitationId,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(people.dob), asc(people.id))
  return found.map(({ canBook, pays, getsNotices, ...one }) => {
    const about = named.filter(({ invitationId }) => invitationId === one.id)
    return {
      ...one,
      rights: { canBook, pays, getsNotices },
      names: about.map(({ name }) => name),
      personIds: about.map(({ personId }) => personId),
    }
  })
}

async function familyOf(db: Tx, accountId: string): Promise<Omit<Family, 'invitations'>> {
  const [[account], children] = await Promise.all([
    db
      .select({ danceMyself: accounts.danceMyself, person: people })
      .from(accounts)
      .leftJoin(people, eq(people.id, accounts.personId))
      .where(eq(accounts.id, accountId)),
    db
      .select({ person: people, link: guardians, account: theirs.id })
      .from(guardians)
      .innerJoin(people, and(eq(people.id, guardians.personId), isNull(people.deletedAt)))
      .leftJoin(theirs, eq(theirs.personId, people.id))
      .where(eq(guardians.accountId, accountId))
      .orderBy(asc(people.dob), asc(people.displayName), asc(people.id)),
  ])
  const own = account?.person ?? null
  const of = [...(own ? [own.id] : []), ...children.map(({ person }) => person.id)]
  const [acting, photos] = await Promise.all([guardiansOf(db, of, accountId), photosOf(db, of, accountId)])
  const actingFor = (personId: string) => acting.filter((one) => one.personId === personId)
  const others = (personId: string) => actingFor(personId).map(({ named }) => named)
  const familyPerson = (
    person: typeof people.$inferSelect,
    more: Pick<FamilyPerson, 'own' | 'dances' | 'rights' | 'signsIn'>,
  ): FamilyPerson => ({
    ...person,
    ...more,
    personId: person.id,
    otherGuardians: more.own ? [] : others(person.id),
    othersBook: !more.own && actingFor(person.id).some(({ canBook }) => canBook),
    photos: photos(person.id),
  })
  const danceMyself = account?.danceMyself ?? true
  return {
    danceMyself,
    people: [
      ...(own
        ? [
            familyPerson(own, {
              own: true,
              dances: danceMyself || children.length === 0,
              rights: allRights,
              signsIn: true,
            }),
          ]
        : []),
      ...children.map(({ person, link, account }) =>
        familyPerson(person, { own: false, dances: true, rights: link, signsIn: account !== null }),
      ),
    ],
    guardians: own ? others(own.id) : [],
  }
}

/** Who else acts for these people, by their own names. */
async function guardiansOf(db: Tx, personIds: readonly string[], accountId: string) {
  const found = await db
    .select({ personId: guardians.personId, canBook: guardians.canBook, active: accounts.active, named: people })
    .from(guardians)
    .innerJoin(accounts, eq(accounts.id, guardians.accountId))
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(and(inArray(guardians.personId, [...personIds]), ne(guardians.accountId, accountId)))
    .orderBy(asc(guardians.createdAt), asc(guardians.accountId))
  return found.map(({ personId, canBook, active, named: { displayName, familyName } }) => ({
    personId,
    canBook: canBook && active,
    named: { displayName, familyName },
  }))
}

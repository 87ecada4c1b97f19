import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { done, refuse } from '#kernel/result.ts'
import { ageOn, dateIn, type Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { Reads } from '#server/changes/topics.ts'
import { run } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { lockPerson } from '#studio/accounts/server/locks.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { logLines } from '../messages/log.ts'
import { GROWN_UP } from '../rules.ts'
import { cannotSayPhotos, decisive, photosAllowed } from '../rules/photos.ts'
import { photoConsents } from '../tables.ts'

const giver = alias(people, 'giver')

/** The giver's own answer; the others stand as they are. */
export const setPhotos = run(async (c, { allowed }: { allowed: boolean }) => {
  const { accountId, personId } = c.me
  await lockPerson(c.tx, c.subjectId)
  const [link] = await c.tx
    .select({ canBook: guardians.canBook })
    .from(guardians)
    .where(and(eq(guardians.accountId, accountId), eq(guardians.personId, c.subjectId)))
  const [mine] = await c.tx
    .select({ allowed: photoConsents.allowed })
    .from(photoConsents)
    .where(and(eq(photoConsents.accountId, accountId), eq(photoConsents.personId, c.subjectId)))
  const canBook = personId === c.subjectId || link?.canBook === true
  const refused = cannotSayPhotos(canBook, mine?.allowed ?? null)
  if (refused) return refuse(refused)
  const answer = { allowed, at: c.now }
  await c.tx
    .insert(photoConsents)
    .values({ personId: c.subjectId, accountId, ...answer })
    .onConflictDoUpdate({ target: [photoConsents.personId, photoConsents.accountId], set: answer })
  const message = allowed ? logLines.photosAllowed : logLines.photosNotAllowed
  c.log({ channel: 'auth', level: 'info', message, metadata: { user: c.subjectId } })
  return done({})
})

/** What those have said who may speak for these people: they themselves, and their guardians of now. */
async function answersOf(db: Tx, personIds: readonly string[]) {
  if (personIds.length === 0) return []
  const speaks = or(
    eq(accounts.personId, photoConsents.personId),
    inArray(
      photoConsents.personId,
      db.select({ id: guardians.personId }).from(guardians).where(eq(guardians.accountId, photoConsents.accountId)),
    ),
  )
  return await db
    .select({
      personId: photoConsents.personId,
      accountId: photoConsents.accountId,
      allowed: photoConsents.allowed,
      at: photoConsents.at,
      giver,
    })
    .from(photoConsents)
    .innerJoin(accounts, eq(accounts.id, photoConsents.accountId))
    .leftJoin(giver, eq(giver.id, accounts.personId))
    .where(and(inArray(photoConsents.personId, [...personIds]), speaks))
    .orderBy(asc(photoConsents.at), asc(photoConsents.accountId))
}

/** For each of these people, whether pictures are allowed, since when and by whom; null where nobody has said anything. */
export async function photosOf(db: Tx, personIds: readonly string[], accountId: string) {
  const all = await answersOf(db, personIds)
  return (personId: string) => {
    const said = all.filter((one) => one.personId === personId)
    const shown = decisive(said)
    if (!shown) return null
    const by = shown.giver ? fullName(shown.giver) : ''
    const mine = said.find((one) => one.accountId === accountId)?.allowed ?? null
    return { allowed: photosAllowed(said), at: shown.at, by, mine }
  }
}

/** What lists of people read to say `listedFacts`. */
export const listedReads: Reads = [people, guardians, photoConsents]

/** What staff see of a person in a list; ages and what was said to pictures only where there are families. */
export async function listedFacts(
  q: { readonly db: Tx; readonly settings: Settings; readonly now: Instant },
  personIds: readonly string[],
): Promise<(personId: string) => { age: number | null; photos: boolean | null; hasPhone: boolean }> {
  if (personIds.length === 0) return () => ({ age: null, photos: null, hasPhone: false })
  const { families } = q.settings.sections.features
  const today = dateIn(q.settings.timeZone, q.now)
  const isChild = sql`${people.dob} > ${today}::date - make_interval(years => ${GROWN_UP}::int)`
  const known = or(ne(people.phone, ''), families ? isChild : undefined)
  const [found, said] = await Promise.all([
    q.db
      .select({ id: people.id, dob: people.dob, phone: people.phone })
      .from(people)
      .where(and(inArray(people.id, [...personIds]), known)),
    families ? answersOf(q.db, personIds) : [],
  ])
  const facts = new Map(found.map((one) => [one.id, one]))
  const ageOf = (dob: string | null | undefined) => {
    const age = families && dob ? ageOn(today, dob) : GROWN_UP
    return age < GROWN_UP ? age : null
  }
  return (personId) => ({
    age: ageOf(facts.get(personId)?.dob),
    photos: families ? photosAllowed(said.filter((one) => one.personId === personId)) : null,
    hasPhone: (facts.get(personId)?.phone ?? '') !== '',
  })
}

/** Whom staff may ring up about somebody: the person, and the guardians where there are families. */
export async function contactsOf({ db, settings }: { db: Tx; settings: Settings }, personId: string) {
  const [[own], found] = await Promise.all([
    db.select({ phone: people.phone }).from(people).where(eq(people.id, personId)),
    settings.sections.features.families
      ? db
          .select({ giver })
          .from(guardians)
          .innerJoin(accounts, eq(accounts.id, guardians.accountId))
          .innerJoin(giver, eq(giver.id, accounts.personId))
          .where(eq(guardians.personId, personId))
          .orderBy(asc(guardians.createdAt), asc(guardians.accountId))
      : [],
  ])
  return {
    phone: own?.phone ?? '',
    guardians: found.map(({ giver }) => ({ name: fullName(giver), phone: giver.phone })),
  }
}

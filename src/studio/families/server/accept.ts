// Accepting an invitation.
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse, type Refusal } from '#kernel/result.ts'
import { dateIn, HOUR } from '#kernel/time.ts'
import { addressBucket } from '#server/commands/limits.ts'
import type { Tx } from '#server/db/database.ts'
import { handler, type CommandContext } from '#server/procedures.ts'
import { fullName, refuseWrong, type Rights } from '#studio/accounts/rules.ts'
import { checkNewPassword } from '#studio/accounts/rules/forms.ts'
import { whyNotPassword } from '#studio/accounts/server/newPassword.ts'
import { openSession } from '#studio/accounts/server/openSession.ts'
import { hashPassword } from '#studio/accounts/server/passwords.ts'
import { addAccount } from '#studio/accounts/server/signUp.ts'
import { lockPerson } from '#studio/accounts/server/locks.ts'
import { tokenHash } from '#studio/accounts/server/tokens.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import type { families } from '../contract.ts'
import { payersChanged } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { comingOfAge, mayBeGuardian, mayHaveGuardian, MOST_CHILDREN } from '../rules.ts'
import { invitations, invitedPeople } from '../tables.ts'
import { endLinksOf } from './comingOfAge.ts'
import { guardianAddedLetter } from './letters.ts'
import { askedBy, wentTo } from './received.ts'

type Invitation = typeof invitations.$inferSelect
type DeadLink = Refusal<'linkUsed' | 'linkExpired' | 'linkUnknown'>

interface ByLink {
  readonly token: string
}
type ByLinkOrAddress = InputOf<typeof families.acceptInvitation>

const tried = (_input: unknown, { address }: { address: string }) => [
  { key: `link:${addressBucket(address)}`, max: 60, per: HOUR },
]

function whyDead(found: Invitation | undefined, now: number): DeadLink | null {
  if (!found) return refuse('linkUnknown')
  if (found.acceptedAt !== null || found.declinedAt !== null) return refuse('linkUsed')
  return found.expiresAt <= now ? refuse('linkExpired') : null
}

async function findInvitation(tx: Tx, token: string) {
  const [found] = await tx
    .select()
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash(token)))
  return found
}

/** Two requests at once wait for each other, and for a withdrawal: only one of them counts. */
async function lockInvitation(c: CommandContext, { token, invitationId }: ByLinkOrAddress) {
  const which =
    token === undefined
      ? and(eq(invitations.id, invitationId ?? ''), wentTo(c.tx, c.actorId ?? ''))
      : eq(invitations.tokenHash, tokenHash(token))
  const [found] = await c.tx.select().from(invitations).where(which).for('update')
  return found
}

const accepted = (c: CommandContext, { id }: Invitation) =>
  c.tx.update(invitations).set({ acceptedAt: c.now }).where(eq(invitations.id, id))

export const checkInvitation = handler({
  limits: (_input: ByLink, { address }) => [{ key: `link-check:${addressBucket(address)}`, max: 120, per: HOUR }],
  run: async (c, { token }) => {
    const found = await findInvitation(c.tx, token)
    const dead = whyDead(found, c.now)
    if (!found || dead) return dead ?? refuse('linkUnknown')
    const [asked] = await askedBy(c.tx, [found])
    return asked ? done(asked) : refuse('linkUnknown')
  },
})

export const acceptInvitation = handler({
  limits: tried,
  run: async (c, input: ByLinkOrAddress) => {
    const found = await lockInvitation(c, input)
    const dead = whyDead(found, c.now)
    if (!found || dead) return dead ?? refuse('linkUnknown')
    if (found.kind === 'ownSignIn') return refuse('linkUnknown')
    if (found.accountId === c.me.accountId) return refuse('ownInvitation')
    const { accountId, personIds, refused } =
      found.kind === 'guardian' ? await asGuardian(c, found) : await asChild(c, found)
    if (refused) return refused
    const added: string[] = []
    for (const personId of personIds) if (await addLink(c, accountId, personId, found)) added.push(personId)
    await tellOthers(c, accountId, added)
    await accepted(c, found)
    return done({})
  },
})

/** Tells those who act for these people already that this account does now, too. */
async function tellOthers(c: CommandContext, accountId: string, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  const links = await c.tx
    .select({ accountId: accounts.id, email: accounts.email, language: accounts.language, name: people.displayName })
    .from(guardians)
    .innerJoin(accounts, eq(accounts.id, guardians.accountId))
    .innerJoin(people, eq(people.id, guardians.personId))
    .where(and(inArray(guardians.personId, [...personIds]), eq(guardians.canBook, true), eq(accounts.active, true)))
    .orderBy(asc(accounts.id), asc(people.id))
  const [who] = await c.tx
    .select({ displayName: people.displayName, familyName: people.familyName })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(eq(accounts.id, accountId))
  const others = links.filter((link) => link.accountId !== accountId && link.accountId !== c.actorId)
  for (const id of new Set(others.map((link) => link.accountId))) {
    const theirs = others.filter((link) => link.accountId === id)
    const [reader] = theirs
    const names = theirs.map(({ name }) => name)
    if (reader && who) c.mail(guardianAddedLetter(c.settings, reader, { who: fullName(who), names }))
  }
}

export const declineInvitation = handler({
  limits: tried,
  run: async (c, input: ByLinkOrAddress) => {
    const found = await lockInvitation(c, input)
    const dead = whyDead(found, c.now)
    if (!found || dead) return dead ?? refuse('linkUnknown')
    if (found.accountId === c.actorId && !found.byStaff) return refuse('ownInvitation')
    await c.tx.update(invitations).set({ declinedAt: c.now }).where(eq(invitations.id, found.id))
    c.log({ channel: 'auth', level: 'info', message: logLines.invitationDeclined, metadata: { kind: found.kind } })
    return done({})
  },
})

/** Who gets links to whom, or why nobody does. */
interface Links {
  readonly accountId: string
  readonly personIds: readonly string[]
  readonly refused: Refusal<'guardianNotGrownUp' | 'notAChild' | 'invitationEnded' | 'tooManyChildren'> | null
}

/** The caller becomes guardian of the children for whom the sender still decides. */
async function asGuardian(c: CommandContext, found: Invitation): Promise<Links> {
  const { accountId, personId } = c.me
  const today = dateIn(c.settings.timeZone, c.now)
  const linked = await lockGuardian(c, accountId)
  const no = (refused: NonNullable<Links['refused']>): Links => ({ accountId, personIds: [], refused })
  const [own] = await c.tx
    .select({ dob: people.dob })
    .from(people)
    .where(eq(people.id, personId ?? ''))
  if (!mayBeGuardian(own?.dob ?? null, today)) return no(refuse('guardianNotGrownUp'))
  const invited = await c.tx
    .select({ id: people.id, dob: people.dob })
    .from(invitedPeople)
    .innerJoin(people, and(eq(people.id, invitedPeople.personId), isNull(people.deletedAt)))
    .where(eq(invitedPeople.invitationId, found.id))
  const decides = await decidedBy(
    c,
    found,
    invited.map(({ id }) => id),
  )
  const personIds = invited
    .filter(({ id, dob }) => id !== personId && decides.has(id) && mayHaveGuardian(dob, today))
    .map(({ id }) => id)
  if (personIds.length === 0) return no(refuse('invitationEnded'))
  const all = new Set([...linked, ...personIds])
  if (all.size > MOST_CHILDREN) return no(refuse('tooManyChildren', { most: MOST_CHILDREN }))
  return { accountId, personIds, refused: null }
}

/** The sender becomes the caller's guardian. */
async function asChild(c: CommandContext, { accountId }: Invitation): Promise<Links> {
  const linked = await lockGuardian(c, accountId)
  const no = (refused: NonNullable<Links['refused']>): Links => ({ accountId, personIds: [], refused })
  const personId = c.me.personId ?? ''
  const [own] = await c.tx.select({ dob: people.dob }).from(people).where(eq(people.id, personId))
  if (!mayHaveGuardian(own?.dob ?? null, dateIn(c.settings.timeZone, c.now))) return no(refuse('notAChild'))
  if (linked.length >= MOST_CHILDREN && !linked.includes(personId))
    return no(refuse('tooManyChildren', { most: MOST_CHILDREN }))
  return { accountId, personIds: [personId], refused: null }
}

/** One at a time for each guardian, as children are added; of whom they are guardian already. */
async function lockGuardian(c: CommandContext, accountId: string): Promise<string[]> {
  await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  const links = await c.tx
    .select({ personId: guardians.personId })
    .from(guardians)
    .where(eq(guardians.accountId, accountId))
  return links.map(({ personId }) => personId)
}

/** The children for whom the sender can still book, locked; the studio can for all. */
async function decidedBy(c: CommandContext, found: Invitation, ids: readonly string[]): Promise<Set<string>> {
  if (found.byStaff) return new Set(ids)
  const held = await c.tx
    .select({ personId: guardians.personId })
    .from(guardians)
    .where(
      and(eq(guardians.accountId, found.accountId), eq(guardians.canBook, true), inArray(guardians.personId, [...ids])),
    )
    .orderBy(guardians.personId)
    .for('share')
  return new Set(held.map(({ personId }) => personId))
}

/** Returns false for an existing link, which stays unchanged. */
async function addLink(c: CommandContext, accountId: string, personId: string, rights: Rights): Promise<boolean> {
  const { canBook, pays, getsNotices } = rights
  const [added] = await c.tx
    .insert(guardians)
    .values({ accountId, personId, canBook, pays, getsNotices, createdAt: c.now })
    .onConflictDoNothing()
    .returning({ pays: guardians.pays })
  if (!added) return false
  c.log({ channel: 'auth', level: 'info', message: logLines.guardianAdded, metadata: { user: personId } })
  if (added.pays) await c.raise(payersChanged, { personId })
  return true
}

interface NewSignIn extends ByLink {
  readonly password: string
  readonly language: 'en' | 'et'
  readonly terms?: number | undefined
}

const wrongSignIn = async ({ password, terms: accepts }: NewSignIn, terms: number | null) =>
  refuseWrong({
    password: await whyNotPassword(password, checkNewPassword),
    terms: terms !== null && accepts !== terms ? 'termsNotAccepted' : undefined,
  })

export const makeSignIn = handler({
  turn: async (input: NewSignIn, { db, now, settings }) => {
    const refused = (await wrongSignIn(input, settings.terms)) ?? whyDead(await findInvitation(db, input.token), now)
    // the link has proven the address
    return refused ? null : { known: true }
  },
  limits: (input, request) => [...tried(input, request), { key: `invitation:${input.token}`, max: 10, per: HOUR }],
  prepare: ({ password }) => hashPassword(password),
  run: async (c, input, passwordHash) => {
    const wrong = await wrongSignIn(input, c.settings.terms)
    if (wrong) return wrong
    const found = await lockInvitation(c, { token: input.token })
    const dead = whyDead(found, c.now)
    if (!found || dead || passwordHash === null) return dead ?? refuse('linkUnknown')
    if (found.kind !== 'ownSignIn') return refuse('linkUnknown')
    const [invited] = await c.tx.select().from(invitedPeople).where(eq(invitedPeople.invitationId, found.id))
    const personId = invited?.personId ?? ''
    if (!(await lockPerson(c.tx, personId)) || !(await decidedBy(c, found, [personId])).has(personId))
      return refuse('invitationEnded')
    const [theirs] = await c.tx.select({ count: count() }).from(accounts).where(eq(accounts.personId, personId))
    if ((theirs?.count ?? 0) > 0) return refuse('hasSignIn')
    const { email } = found
    const id = await addAccount(c, { personId, email, language: input.language, passwordHash })
    if (id === null) return refuse('emailTaken')
    await accepted(c, found)
    const [person] = await c.tx.select({ dob: people.dob }).from(people).where(eq(people.id, personId))
    const today = dateIn(c.settings.timeZone, c.now)
    if (person?.dob && comingOfAge(person.dob, today, true) === 'end') await endLinksOf(c, personId)
    await c.raise(payersChanged, { personId })
    await openSession(c, { id, email })
    return done({})
  },
})

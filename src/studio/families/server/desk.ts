import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { done, refuse } from '#kernel/result.ts'
import { dateIn, HOUR } from '#kernel/time.ts'
import { contentOf } from '#server/changes/topics.ts'
import { handler, run, shared } from '#server/procedures.ts'
import { refuseWrong, type Rights } from '#studio/accounts/rules.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'
import { lockPerson } from '#studio/accounts/server/locks.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { logLines } from '../messages/log.ts'
import { checkInvited, mayHaveGuardian, maySignIn } from '../rules.ts'
import { invitations, invitedPeople } from '../tables.ts'
import { invite } from './invite.ts'
import { lockLink, removeLink } from './links.ts'

const own = alias(people, 'own')
const theirs = alias(accounts, 'theirs')

const reads = [people, guardians, contentOf(accounts), invitations, invitedPeople]

export const ofUser = shared(reads, async (q, { userId }: { userId: string }) => {
  const { db, now, settings } = q
  const { displayName, familyName } = people
  const { id, kind, email, expiresAt, declinedAt } = invitations
  const [[person], children, acting, sent] = await Promise.all([
    db
      .select({ dob: people.dob, account: accounts.id })
      .from(people)
      .leftJoin(accounts, eq(accounts.personId, people.id))
      .where(and(eq(people.id, userId), isNull(people.deletedAt))),
    db
      .select({ accountId: accounts.id, personId: people.id, displayName, familyName, rights: guardians })
      .from(accounts)
      .innerJoin(guardians, eq(guardians.accountId, accounts.id))
      .innerJoin(people, eq(people.id, guardians.personId))
      .where(eq(accounts.personId, userId))
      .orderBy(asc(people.dob), asc(people.id)),
    db
      .select({ account: accounts, own, rights: guardians })
      .from(guardians)
      .innerJoin(accounts, eq(accounts.id, guardians.accountId))
      .leftJoin(own, eq(own.id, accounts.personId))
      .where(eq(guardians.personId, userId))
      .orderBy(asc(guardians.createdAt), asc(accounts.id)),
    db
      .select({ id, kind, email, expiresAt, declinedAt })
      .from(invitations)
      .innerJoin(invitedPeople, eq(invitedPeople.invitationId, id))
      .where(and(eq(invitedPeople.personId, userId), isNull(invitations.acceptedAt), gt(expiresAt, now)))
      .orderBy(asc(expiresAt), asc(id)),
  ])
  q.changesAt(sent[0]?.expiresAt)
  const today = dateIn(settings.timeZone, now)
  return {
    children,
    guardians: acting.map(({ account, own, rights }) => ({
      accountId: account.id,
      personId: account.personId,
      displayName: own?.displayName ?? '',
      familyName: own?.familyName ?? '',
      email: account.email,
      phone: own?.phone ?? '',
      rights,
    })),
    invitations: sent,
    mayHaveGuardian: person !== undefined && mayHaveGuardian(person.dob, today),
    maySignIn: person !== undefined && person.account === null && maySignIn(person.dob, today),
  }
})

export const endAnyLink = run(async (c, { accountId, personId }: { accountId: string; personId: string }) => {
  const link = await lockLink(c, accountId, personId)
  if (!link) return refuse('linkNotFound')
  await removeLink(c, link)
  return done({})
})

interface FromDesk {
  readonly kind: 'guardian' | 'ownSignIn'
  readonly email: string
  readonly personId: string
  readonly rights: Rights
}

export const inviteFromDesk = handler({
  limits: ({ email }: FromDesk) => [
    { key: 'inviteFromDesk', max: 200, per: HOUR, perCaller: true },
    { key: `invite:${normalEmail(email)}`, max: 5, per: HOUR },
  ],
  run: async (c, { kind, email, personId, rights }: FromDesk) => {
    const wrong = refuseWrong({ email: checkInvited(email, '') })
    if (wrong) return wrong
    if (!(await lockPerson(c.tx, personId))) return refuse('userNotFound')
    const [person] = await c.tx
      .select({ id: people.id, name: people.displayName, dob: people.dob, account: theirs.id })
      .from(people)
      .leftJoin(theirs, eq(theirs.personId, people.id))
      .where(eq(people.id, personId))
    if (!person) return refuse('userNotFound')
    const today = dateIn(c.settings.timeZone, c.now)
    if (kind === 'guardian' && !mayHaveGuardian(person.dob, today)) return refuse('notAChild')
    if (kind === 'ownSignIn' && person.account !== null) return refuse('hasSignIn')
    if (kind === 'ownSignIn' && !maySignIn(person.dob, today)) return refuse('tooYoungToSignIn')
    await invite(c, { kind, email, rights, of: [person], byStaff: true })
    return done({})
  },
})

export const withdrawAny = run(async (c, { invitationId }: { invitationId: string }) => {
  const [gone] = await c.tx
    .delete(invitations)
    .where(and(eq(invitations.id, invitationId), isNull(invitations.acceptedAt)))
    .returning({ id: invitations.id })
  const [accepted] = await c.tx.select({ id: invitations.id }).from(invitations).where(eq(invitations.id, invitationId))
  if (accepted) return refuse('invitationAccepted')
  if (gone) c.log({ channel: 'auth', level: 'info', message: logLines.invitationTakenBack })
  return done({})
})

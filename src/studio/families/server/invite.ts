// Letters that ask somebody, and what may be asked.
import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse, type Refusal } from '#kernel/result.ts'
import { dateIn, HOUR } from '#kernel/time.ts'
import { addressBucket } from '#server/commands/limits.ts'
import { handler, run, type CommandContext } from '#server/procedures.ts'
import { fullName, refuseWrong, type Rights } from '#studio/accounts/rules.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'
import { newToken, tokenHash } from '#studio/accounts/server/tokens.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { logLines } from '../messages/log.ts'
import { allRights, checkInvited, INVITATION_LIFE, maySignIn, MOST_INVITATIONS, type InvitationKind } from '../rules.ts'
import { invitedPeople, invitations } from '../tables.ts'
import { invitationLetter } from './letters.ts'
import { isGrownUp } from './links.ts'
import { isOpen } from './received.ts'

const limits = ({ email }: { email: string }, { address }: { address: string }) => [
  { key: `invite:${addressBucket(address)}`, max: 60, per: HOUR },
  { key: 'invite', max: 20, per: HOUR, perCaller: true },
  // protects mailboxes from being flooded by strangers
  { key: `invite:${normalEmail(email)}`, max: 5, per: HOUR },
]

export const inviteGuardian = handler({
  limits,
  run: async (c, input: { email: string; people: string[]; rights: Rights }) => {
    const refused = await cannotInvite(c, input.email)
    if (refused) return refused
    const ids = [...new Set(input.people)]
    const children = await childrenOf(c, ids)
    if (children.length < ids.length) return refuse('linkNotFound')
    await invite(c, { kind: 'guardian', email: input.email, rights: input.rights, of: children })
    return done({})
  },
})

export const inviteToSignIn = handler({
  limits,
  run: async (c, { email, personId }: { email: string; personId: string }) => {
    const refused = await cannotInvite(c, email)
    if (refused) return refused
    const [child] = await childrenOf(c, [personId])
    if (!child) return refuse('linkNotFound')
    if (child.account !== null) return refuse('hasSignIn')
    if (!maySignIn(child.dob, dateIn(c.settings.timeZone, c.now))) return refuse('tooYoungToSignIn')
    await invite(c, { kind: 'ownSignIn', email, rights: allRights, of: [child] })
    return done({})
  },
})

/** The result is the same whether or not a child has that address. */
export const askChild = handler({
  limits,
  run: async (c, { email }: { email: string }) => {
    const refused = await cannotInvite(c, email)
    if (refused) return refused
    if (!(await isGrownUp(c))) return refuse('guardianNotGrownUp')
    await invite(c, { kind: 'child', email, rights: allRights, of: [] })
    return done({})
  },
})

export const withdrawInvitation = run(async (c, { invitationId }: { invitationId: string }) => {
  const own = and(eq(invitations.id, invitationId), eq(invitations.accountId, c.me.accountId))
  const [gone] = await c.tx
    .delete(invitations)
    .where(and(own, isNull(invitations.acceptedAt)))
    .returning({ id: invitations.id })
  if (gone) {
    c.log({ channel: 'auth', level: 'info', message: logLines.invitationTakenBack })
    return done({})
  }
  // one that is already gone counts as withdrawn
  const [accepted] = await c.tx.select({ id: invitations.id }).from(invitations).where(own)
  return accepted ? refuse('invitationAccepted') : done({})
})

/** One at a time, so that each request sees those before it. */
async function cannotInvite(
  c: CommandContext,
  email: string,
): Promise<Refusal<'invalidFields' | 'tooManyInvitations'> | null> {
  const { accountId } = c.me
  const [me] = await c.tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update')
  const wrong = refuseWrong({ email: checkInvited(email, me?.email ?? '') })
  if (wrong) return wrong
  const waiting = and(eq(invitations.accountId, accountId), eq(invitations.byStaff, false), isOpen(c.now))
  const [mine] = await c.tx.select({ count: count() }).from(invitations).where(waiting)
  return (mine?.count ?? 0) >= MOST_INVITATIONS ? refuse('tooManyInvitations', { most: MOST_INVITATIONS }) : null
}

interface Invited {
  readonly id: string
  readonly name: string
}

/** Those of these people for whom the caller can book, which is needed to decide who else acts for them. */
const childrenOf = async (c: CommandContext, ids: readonly string[]) =>
  await c.tx
    .select({ id: people.id, name: people.displayName, dob: people.dob, account: accounts.id })
    .from(guardians)
    .innerJoin(people, and(eq(people.id, guardians.personId), isNull(people.deletedAt)))
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .where(
      and(eq(guardians.accountId, c.me.accountId), eq(guardians.canBook, true), inArray(guardians.personId, [...ids])),
    )
    .orderBy(people.dob, people.id)

/** The invitation can be read only with the token of its e-mail. */
export async function invite(
  c: CommandContext,
  asked: { kind: InvitationKind; email: string; rights: Rights; of: readonly Invited[]; byStaff?: boolean },
): Promise<void> {
  const { kind, of, byStaff = false } = asked
  const email = normalEmail(asked.email)
  const token = newToken()
  const id = newId()
  const { canBook, pays, getsNotices } = asked.rights
  const row = { id, tokenHash: tokenHash(token), kind, email, byStaff, canBook, pays, getsNotices }
  const until = { createdAt: c.now, expiresAt: c.now + INVITATION_LIFE }
  await c.tx.insert(invitations).values({ ...row, ...until, accountId: c.me.accountId })
  if (of.length > 0)
    await c.tx.insert(invitedPeople).values(of.map(({ id: personId }) => ({ invitationId: id, personId })))
  const names = of.map(({ name }) => name)
  await sendLetter(c, { kind, email, byStaff, names, token })
  c.log({ channel: 'auth', level: 'info', message: logLines.invited, metadata: { kind } })
}

async function sendLetter(
  c: CommandContext,
  asked: { kind: InvitationKind; email: string; byStaff: boolean; names: readonly string[]; token: string },
): Promise<void> {
  const { kind, email, byStaff, names, token } = asked
  const [[by], [reader]] = await Promise.all([
    c.tx
      .select()
      .from(people)
      .where(eq(people.id, c.me.personId ?? '')),
    c.tx.select({ language: accounts.language }).from(accounts).where(eq(accounts.email, email)),
  ])
  const language = reader?.language ?? c.request.language
  c.mail(
    invitationLetter(c.settings, kind, { email, language }, { by: by && !byStaff ? fullName(by) : '', names, token }),
  )
}

/** To where it went, which the input names for the limit of letters to one address; about those alone for whom it still counts. */
export const sendAgain = handler({
  limits,
  run: async (c, { invitationId, email }: { invitationId: string; email: string }) => {
    const own = and(eq(invitations.id, invitationId), eq(invitations.accountId, c.me.accountId))
    const asked = and(own, eq(invitations.byStaff, false), eq(invitations.email, normalEmail(email)))
    const [found] = await c.tx
      .select()
      .from(invitations)
      .where(and(asked, isOpen(c.now)))
      .for('update')
    if (!found) return refuse('invitationAnswered')
    const about = await c.tx
      .select({ id: invitedPeople.personId })
      .from(invitedPeople)
      .where(eq(invitedPeople.invitationId, found.id))
    const of = await childrenOf(
      c,
      about.map(({ id }) => id),
    )
    if (about.length > 0 && of.length === 0) return refuse('linkNotFound')
    if (found.kind === 'ownSignIn' && of.some(({ account }) => account !== null)) return refuse('hasSignIn')
    const token = newToken()
    await c.tx
      .update(invitations)
      .set({ tokenHash: tokenHash(token), createdAt: c.now, expiresAt: c.now + INVITATION_LIFE })
      .where(eq(invitations.id, found.id))
    await sendLetter(c, { ...found, names: of.map(({ name }) => name), token })
    c.log({ channel: 'auth', level: 'info', message: logLines.invitedAgain, metadata: { kind: found.kind } })
    return done({})
  },
})

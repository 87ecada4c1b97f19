import { and, eq, gte } from 'drizzle-orm'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { HOUR } from '#kernel/time.ts'
import { addressBucket } from '#server/commands/limits.ts'
import { handler, type CommandContext } from '#server/procedures.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'
import { isStaff, refuseWrong } from '#studio/accounts/rules.ts'
import { consumeLink, createLink, endLinksOf, findLink } from '#studio/accounts/server/links.ts'
import { hasPassword, isStillTrue, provenBySelf, turnOf } from '#studio/accounts/server/ownPassword.ts'
import { endSessions } from '#studio/accounts/server/sessions.ts'
import { holdAccount } from '#studio/accounts/server/locks.ts'
import { rememberIp } from '#studio/accounts/server/usualIps.ts'
import { accounts, credentials, passkeys, twoSteps } from '#studio/accounts/tables.ts'
import { addressTakenBack } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { checkNewAddress } from '../rules.ts'
import { providerLinks } from '../tables.ts'
import { addressLetter } from './letters.ts'

interface ByLink {
  readonly token: string
}

const tried = (_input: ByLink, { address }: { address: string }) => [
  { key: `link:${addressBucket(address)}`, max: 60, per: HOUR },
]

const isTaken = async (c: CommandContext, email: string) =>
  (await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))).length > 0

async function mustHold(c: CommandContext, accountId: string) {
  const account = await holdAccount(c.tx, accountId)
  if (!account) throw new Error('The account is gone, and its links are not.')
  return account
}

interface NewAddress {
  readonly email: string
  readonly password: string
}

/**
 * Staff need the password: whoever has the mailbox can set a new one, and then give roles, so an open screen or a stolen
 * cookie must not move the account there.
 */
export const askForAddress = handler({
  turn: turnOf('staff'),
  limits: ({ email }: NewAddress, { address }) => [
    { key: `newAddress:${addressBucket(address)}`, max: 60, per: HOUR },
    { key: 'newAddress', max: 10, per: HOUR, perCaller: true },
    // a limit per address, so that strangers can't flood a mailbox
    { key: `newAddress:${normalEmail(email)}`, max: 5, per: HOUR },
  ],
  prepare: provenBySelf('staff'),
  run: async (c, { email: typed, password }, proven) => {
    const email = normalEmail(typed)
    const account = await mustHold(c, c.me.accountId)
    const asks = isStaff(account)
    if (asks && !(await hasPassword(c.tx, account.id))) return refuse('noPassword')
    const wrong = refuseWrong({
      email: checkNewAddress(email, account.email),
      password: asks && password === '' ? 'passwordRequired' : undefined,
    })
    if (wrong) return wrong
    if (asks && (proven?.accountId !== account.id || !(await isStillTrue(c.tx, proven)))) {
      c.log({ channel: 'auth', level: 'warning', message: logLines.addressNotAsked })
      return refuseFields({ password: 'wrongPassword' })
    }
    if (await isTaken(c, email)) return refuseFields({ email: 'emailTaken' })
    // only the latest link is valid
    await endLinksOf(c.tx, account.id, ['address'], c.now)
    const token = await createLink(c.tx, account.id, 'address', c.now, email)
    c.mail(addressLetter(c.settings, 'use', { ...account, email }, { token, address: email }))
    c.log({ channel: 'auth', level: 'info', message: logLines.addressAsked })
    return done({})
  },
})

const check = (purpose: 'address' | 'keep') =>
  handler({
    limits: (_input: ByLink, { address }) => [{ key: `link-check:${addressBucket(address)}`, max: 120, per: HOUR }],
    run: async (c, { token }) => {
      const link = await findLink(c.tx, token, purpose, c.now)
      return link.ok ? done({ email: link.address }) : link
    },
  })

export const checkAddressLink = check('address')
export const checkKeepLink = check('keep')

/** Changes the address. The old address gets a letter with which its owner can take it back. */
export const takeAddress = handler({
  limits: tried,
  run: async (c, { token }: ByLink) => {
    const found = await findLink(c.tx, token, 'address', c.now)
    if (!found.ok) return found
    if (found.accountId !== c.me.accountId) return refuse('otherAccount')
    await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, found.accountId)).for('update')
    if (await isTaken(c, found.address)) return refuse('emailTaken')
    const link = await consumeLink(c.tx, token, 'address', c.now)
    if (!link.ok) return link
    const before = await mustHold(c, link.accountId)
    await setAddress(c, link.accountId, link.address)
    const keep = await createLink(c.tx, link.accountId, 'keep', c.now, before.email)
    c.mail(addressLetter(c.settings, 'keep', before, { token: keep, address: link.address }))
    await rememberIp(c, link.address)
    c.log({ channel: 'auth', level: 'info', message: logLines.addressChanged })
    return done({ email: link.address })
  },
})

/** Sets the address and ends pending links in the old mailbox. */
async function setAddress(c: CommandContext, accountId: string, email: string): Promise<void> {
  await endLinksOf(c.tx, accountId, ['address', 'verify', 'reset', 'secondStep'], c.now)
  await c.tx.update(accounts).set({ email, emailVerifiedAt: c.now }).where(eq(accounts.id, accountId))
}

/** Restores the old address. Deletes the password, which the person who changed the address may know. */
export const keepAddress = handler({
  limits: tried,
  run: async (c, { token }: ByLink) => {
    const found = await findLink(c.tx, token, 'keep', c.now)
    if (!found.ok) return found
    const { accountId, address } = found
    const [account] = await c.tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update')
    if (account?.email !== address && (await isTaken(c, address))) return refuse('emailTaken')
    const link = await consumeLink(c.tx, token, 'keep', c.now)
    if (!link.ok) return link
    await setAddress(c, accountId, address)
    await c.tx.delete(credentials).where(eq(credentials.accountId, accountId))
    // the link was created with the change: what was added since may not be the owner's
    await c.tx.delete(passkeys).where(and(eq(passkeys.accountId, accountId), gte(passkeys.createdAt, link.createdAt)))
    await c.tx
      .delete(providerLinks)
      .where(and(eq(providerLinks.accountId, accountId), gte(providerLinks.createdAt, link.createdAt)))
    await c.tx.delete(twoSteps).where(and(eq(twoSteps.accountId, accountId), gte(twoSteps.confirmedAt, link.createdAt)))
    await endSessions(c.tx, accountId)
    await c.raise(addressTakenBack, { accountId })
    c.log({
      channel: 'auth',
      level: 'warning',
      message: logLines.addressTakenBack,
      userId: accountId,
    })
    return done({ token: await createLink(c.tx, accountId, 'reset', c.now) })
  },
})

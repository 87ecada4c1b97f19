import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { aMembership, anEntry, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, visitor, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

const family = familyStudio()
const all = { canBook: true, pays: true, getsNotices: true }
const INVITED = 'invited@example.ee'

/** Adds a child of that age on the day of the tests, 10 March 2026; returns its id. */
const aChild = async (years: number, displayName = 'Mari') =>
  (
    await family.studio.must(family.parent, families.addChild, {
      displayName,
      familyName: 'Tamm',
      dob: `${2026 - years}-03-01`,
    })
  ).personId

/** The token in the latest letter to an address. */
async function tokenTo(email: string): Promise<string> {
  const [letter] = await family.studio.sql<{ text: string }>`
    select text from outbox where to_address = ${email} order by id desc limit 1`
  const token = /family-invitation#token=([\w-]+)/.exec(letter?.text ?? '')?.[1]
  if (!token) throw new Error(`No invitation went to ${email}.`)
  return token
}

async function invited(people: string[], rights = all): Promise<string> {
  await family.studio.must(family.parent, families.inviteGuardian, { email: INVITED, people, rights })
  return tokenTo(INVITED)
}

const accept = (person: Person, token: string) =>
  codeOf(family.studio.call(person, families.acceptInvitation, { token }))
const childrenOf = async (person: Person) =>
  (await family.studio.ask(person, families.mine, {})).people.filter(({ own }) => !own)
const waiting = async () => (await family.studio.ask(family.parent, families.mine, {})).invitations

const again = ({ id, email }: { id: string; email: string }) => ({ invitationId: id, email })

const addressOf = async ({ accountId }: Person) =>
  (await family.studio.sql<{ email: string }>`select email from accounts where id = ${accountId}`)[0]?.email ?? ''

const aPerson = async (dob: string) => {
  const person = await family.studio.person()
  await family.write(sql`update people set dob = ${dob} where id = ${person.userId}`)
  return person
}

describe('inviting another guardian', () => {
  it('tells those who act for the child already, in a letter at once, who else does', async () => {
    const { studio, parent, other } = family
    const mari = await aChild(8)
    const token = await invited([mari])
    await family.write(sql`delete from outbox`)
    expect(await accept(other, token)).toBe('done')
    const letters = await studio.sql<{ to: string; subject: string; text: string }>`
      select to_address as to, subject, text from outbox`
    expect(letters.map(({ to }) => to)).toEqual([await addressOf(parent)])
    expect(letters[0]?.subject).toContain('Mari: another guardian')
    expect(letters[0]?.text).toContain('accepted an invitation, and is now a guardian of Mari, too.')
    expect(letters[0]?.text).toContain('/account#family')
    // a link that stands already is no news
    await family.write(sql`delete from outbox`)
    expect(await accept(other, await invited([mari]))).toBe('done')
    const again = await studio.sql<{ to: string }>`select to_address as to from outbox`
    expect(again.map(({ to }) => to)).toEqual([INVITED])
  })

  it('sends a letter for the chosen children, and links them when it is accepted', async () => {
    const { studio, other } = family
    const [mari, karl] = [await aChild(8), await aChild(10, 'Karl')]
    const token = await invited([mari], { canBook: true, pays: false, getsNotices: true })
    expect(await waiting()).toMatchObject([{ kind: 'guardian', email: INVITED, names: ['Mari'] }])
    const shown = await studio.must(visitor, families.checkInvitation, { token })
    expect(shown).toMatchObject({ kind: 'guardian', names: ['Mari'], rights: { pays: false } })
    expect(await childrenOf(other)).toEqual([])
    expect(await accept(other, token)).toBe('done')
    expect(await childrenOf(other)).toMatchObject([
      { personId: mari, rights: { canBook: true, pays: false, getsNotices: true } },
    ])
    expect(await waiting()).toEqual([])
    expect(await codeOf(studio.call(other, families.endLink, { personId: karl }))).toBe('linkNotFound')
    await expectInvariants(studio)
  })

  it('the link works once, for 14 days, and not after the invitation was withdrawn', async () => {
    const { studio, parent, other } = family
    const mari = await aChild(8)
    const used = await invited([mari])
    expect(await accept(other, used)).toBe('done')
    expect(await accept(other, used)).toBe('linkUsed')
    await studio.must(other, families.endLink, { personId: mari })

    const late = await invited([mari])
    studio.now += 14 * DAY
    expect(await accept(other, late)).toBe('linkExpired')
    expect(await waiting()).toEqual([])

    const back = await invited([mari])
    const [one] = await waiting()
    // only the sender can withdraw it
    await studio.must(other, families.withdrawInvitation, { invitationId: one!.id })
    expect(await waiting()).toHaveLength(1)
    await studio.must(parent, families.withdrawInvitation, { invitationId: one!.id })
    expect(await accept(other, back)).toBe('linkUnknown')
    expect(await childrenOf(other)).toEqual([])
    expect(await accept(other, 'made up')).toBe('linkUnknown')
  })

  it('is only allowed to guardians who can book for the child', async () => {
    const { studio, parent, other, admin } = family
    const mari = await aChild(8)
    const ask = (person: Person, people = [mari]) =>
      codeOf(studio.call(person, families.inviteGuardian, { email: INVITED, people, rights: all }))
    for (const stranger of [other, admin]) expect(await ask(stranger)).toBe('linkNotFound')
    await family.link(other, mari, { canBook: false })
    expect(await ask(other)).toBe('linkNotFound')
    // all named people must be theirs
    expect(await ask(parent, [mari, other.userId])).toBe('linkNotFound')
    expect(await codeOf(studio.call(other, families.inviteToSignIn, { email: INVITED, personId: mari }))).toBe(
      'linkNotFound',
    )
    expect(await studio.sql`select id from "familyInvitations"`).toEqual([])
  })

  it('leaves out children for whom the sender can no longer decide', async () => {
    const { studio, parent, other } = family
    const [mari, karl] = [await aChild(8), await aChild(10, 'Karl')]
    const token = await invited([mari, karl])
    await studio.must(parent, families.endLink, { personId: mari })
    await family.write(sql`update guardians set can_book = false where person_id = ${karl}`)
    expect(await accept(other, token)).toBe('invitationEnded')
    await family.write(sql`update guardians set can_book = true where person_id = ${karl}`)
    expect(await accept(other, token)).toBe('done')
    expect(await childrenOf(other)).toMatchObject([{ personId: karl }])
  })

  it('can be declined, which the sender sees; the link then no longer works', async () => {
    const { studio, parent, other } = family
    const mari = await aChild(8)
    const decline = (person: Person, token: string) =>
      codeOf(studio.call(person, families.declineInvitation, { token }))
    const token = await invited([mari])
    expect(await decline(parent, token)).toBe('ownInvitation')
    // also without an account
    expect(await decline(visitor, token)).toBe('done')
    expect(await waiting()).toMatchObject([{ email: INVITED, personIds: [mari], declinedAt: studio.now }])
    expect(await decline(visitor, token)).toBe('linkUsed')
    expect(await accept(other, token)).toBe('linkUsed')
    expect(await childrenOf(other)).toEqual([])
    const [one] = await waiting()
    expect(await codeOf(studio.call(parent, families.sendAgain, again(one!)))).toBe('invitationAnswered')
    await expectInvariants(studio)
    await studio.must(parent, families.withdrawInvitation, { invitationId: one!.id })
    expect(await waiting()).toEqual([])

    // also from the account with that address, without the letter, but from no other
    const email = await addressOf(other)
    await studio.must(parent, families.inviteGuardian, { email, people: [mari], rights: all })
    const [asked] = await studio.ask(other, families.received, {})
    const byAddress = { invitationId: asked!.id }
    for (const stranger of [visitor, family.admin])
      expect(await codeOf(studio.call(stranger, families.declineInvitation, byAddress))).toBe('linkUnknown')
    await studio.must(other, families.declineInvitation, byAddress)
    expect(await studio.ask(other, families.received, {})).toEqual([])
    expect(await waiting()).toMatchObject([{ email, declinedAt: studio.now }])
  })

  it('can be sent again; then only the new link works', async () => {
    const { studio, parent, other } = family
    const first = await invited([await aChild(8)])
    const [one] = await waiting()
    studio.now += 13 * DAY
    for (const stranger of [other, family.admin])
      expect(await codeOf(studio.call(stranger, families.sendAgain, again(one!)))).toBe('invitationAnswered')
    // the request must name the same address, to which the limit applies
    const elsewhere = { ...again(one!), email: 'another@example.ee' }
    expect(await codeOf(studio.call(parent, families.sendAgain, elsewhere))).toBe('invitationAnswered')
    await studio.must(parent, families.sendAgain, again(one!))
    studio.now += 2 * DAY
    expect(await waiting()).toMatchObject([{ id: one!.id }])
    expect(await accept(other, first)).toBe('linkUnknown')
    expect(await accept(other, await tokenTo(INVITED))).toBe('done')
    await expectInvariants(studio)
  })

  it('sending again is refused without the right to book, and for a child that has an account', async () => {
    const { studio, parent, other } = family
    const [mari, karl] = [await aChild(14), await aChild(10, 'Karl')]
    const send = async (kind: 'guardian' | 'ownSignIn') => {
      const one = (await waiting()).find((sent) => sent.kind === kind)
      return codeOf(studio.call(parent, families.sendAgain, again(one!)))
    }
    await invited([mari, karl])
    await studio.must(parent, families.endLink, { personId: karl })
    expect(await send('guardian')).toBe('done')
    const [letter] = await studio.sql<{ text: string }>`select text from outbox order by id desc limit 1`
    expect(letter?.text).toContain('Mari')
    expect(letter?.text).not.toContain('Karl')
    await studio.must(parent, families.inviteToSignIn, { email: 'mari@example.ee', personId: mari })
    await family.write(sql`update accounts set person_id = ${mari} where id = ${other.accountId}`)
    expect(await send('ownSignIn')).toBe('hasSignIn')
    await studio.must(parent, families.setRights, { personId: mari, rights: { ...all, canBook: false } })
    expect(await send('guardian')).toBe('linkNotFound')
  })

  it('must be accepted by an adult other than the sender', async () => {
    const { parent } = family
    const token = await invited([await aChild(8)])
    expect(await accept(parent, token)).toBe('ownInvitation')
    expect(await accept(await aPerson('2008-03-11'), token)).toBe('guardianNotGrownUp')
    expect(await accept(await aPerson('2008-03-10'), token)).toBe('done')
  })

  it('accepted and withdrawn concurrently: only one of them happens', async () => {
    const { studio, parent, other } = family
    for (const n of [1, 2, 3, 4]) {
      const child = await aChild(5 + n, `Laps ${n}`)
      const token = await invited([child])
      const [one] = await waiting()
      const [pressed, back] = await Promise.all([
        accept(other, token),
        codeOf(studio.call(parent, families.withdrawInvitation, { invitationId: one!.id })),
      ])
      expect([pressed, back]).toSatisfy(
        ([a, b]: string[]) => (a === 'done' && b === 'invitationAccepted') || (a === 'linkUnknown' && b === 'done'),
      )
      const linked = (await childrenOf(other)).some(({ personId }) => personId === child)
      expect(linked).toBe(pressed === 'done')
    }
  })

  it('accepted several times concurrently: it counts once', async () => {
    const { studio, other } = family
    const token = await invited([await aChild(8)])
    const third = await studio.person()
    const codes = await Promise.all([accept(other, token), accept(third, token), accept(other, token)])
    expect(codes.filter((code) => code === 'linkUsed')).toHaveLength(2)
    expect(codes).toContain('done')
    expect(await studio.sql`select 1 from guardians`).toHaveLength(2)
    await expectInvariants(studio)
  })

  it('has a limit of ten pending letters, and refuses invalid addresses', async () => {
    const { studio, parent } = family
    const mari = await aChild(8)
    const ask = (email: string) => studio.call(parent, families.inviteGuardian, { email, people: [mari], rights: all })
    for (const [email, code] of [
      ['', 'fillRequired'],
      ['nobody', 'invalidEmail'],
      [(await addressOf(parent)).toUpperCase(), 'ownAddress'],
    ] as const)
      expect((await ask(email)).body).toMatchObject({ code: 'invalidFields', fields: { email: code } })
    for (let n = 1; n <= 10; n++) expect(await codeOf(ask(`one${n}@example.ee`))).toBe('done')
    expect(await codeOf(ask('eleventh@example.ee'))).toBe('tooManyInvitations')
  })
})

describe('an account for a child', () => {
  const make = (token: string, password = 'tantsin ikka') =>
    family.studio.call(visitor, families.makeSignIn, { token, password, language: 'et' })

  it('can be created from age 13, by letter and password; then the child and the guardian can both book', async () => {
    const { studio, parent } = family
    const young = await aChild(12)
    const ask = (personId: string) => codeOf(studio.call(parent, families.inviteToSignIn, { email: INVITED, personId }))
    expect(await ask(young)).toBe('tooYoungToSignIn')
    const kati = await aChild(13, 'Kati')
    expect(await ask(kati)).toBe('done')
    const token = await tokenTo(INVITED)
    expect((await make(token, '1')).body).toMatchObject({ fields: { password: 'newPasswordTooShort' } })
    expect(await codeOf(make(token))).toBe('done')
    expect(await codeOf(make(token))).toBe('linkUsed')
    const answer = await studio.must(visitor, accounts.signIn, { email: INVITED, password: 'tantsin ikka' })
    expect(answer).toEqual({ kind: 'user' })
    expect(await childrenOf(parent)).toEqual(
      expect.arrayContaining([expect.objectContaining({ personId: kati, signsIn: true, rights: all })]),
    )
    const { scheduleId } = await anEntry(studio, family.admin)
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId: kati })
    expect(await ask(kati)).toBe('hasSignIn')
    await expectInvariants(studio)
  })

  it('takes over what the child owes if no guardian pays', async () => {
    const { studio, parent, admin } = family
    const kati = await aChild(14, 'Kati')
    await studio.must(parent, families.setRights, { personId: kati, rights: { ...all, pays: false } })
    await studio.must(admin, memberships.sellTo, {
      userId: kati,
      membershipId: await aMembership(studio, admin),
      coverMember: false,
      paymentMethod: 'cash',
    })
    await studio.must(parent, families.inviteToSignIn, { email: INVITED, personId: kati })
    await studio.must(visitor, families.makeSignIn, {
      token: await tokenTo(INVITED),
      password: 'tantsin ikka',
      language: 'et',
    })
    const [own] = await studio.sql<{ id: string }>`select id from accounts where email = ${INVITED}`
    expect(await studio.sql`select payer_id from payments`).toEqual([{ payer_id: own!.id }])
    expect(await studio.ask(parent, payments.mine, {})).toEqual([])
    await expectInvariants(studio)
  })

  it('is created once, even from two letters concurrently', async () => {
    const { studio, parent } = family
    const kati = await aChild(14, 'Kati')
    const tokens: string[] = []
    for (const email of [INVITED, 'second@example.ee']) {
      await studio.must(parent, families.inviteToSignIn, { email, personId: kati })
      tokens.push(await tokenTo(email))
    }
    const codes = await Promise.all(tokens.map((token) => codeOf(make(token))))
    expect(new Set(codes)).toEqual(new Set(['done', 'hasSignIn']))
    await expectInvariants(studio)
  })

  it('is refused at an address that has an account, and after the guardian’s link has ended', async () => {
    const { studio, parent, other } = family
    const kati = await aChild(14, 'Kati')
    await studio.must(parent, families.inviteToSignIn, { email: await addressOf(other), personId: kati })
    expect(await codeOf(make(await tokenTo(await addressOf(other))))).toBe('emailTaken')
    await studio.must(parent, families.inviteToSignIn, { email: INVITED, personId: kati })
    const token = await tokenTo(INVITED)
    await studio.must(parent, families.endLink, { personId: kati })
    expect(await codeOf(make(token))).toBe('invitationEnded')
    // nor can a signed-in user become a guardian with this link
    expect(await accept(other, token)).toBe('linkUnknown')
  })
})

describe('linking the existing account of a child', () => {
  it('needs the child to accept', async () => {
    const { studio, parent, other } = family
    const child = await aPerson('2010-05-05')
    expect(await codeOf(studio.call(parent, families.askChild, { email: await addressOf(child) }))).toBe('done')
    const token = await tokenTo(await addressOf(child))
    expect(await childrenOf(parent)).toEqual([])
    expect(await accept(parent, token)).toBe('ownInvitation')
    expect(await accept(await aPerson('2008-03-10'), token)).toBe('notAChild')
    expect(await accept(child, token)).toBe('done')
    expect(await childrenOf(parent)).toMatchObject([{ personId: child.userId, signsIn: true, rights: all }])
    expect(await childrenOf(other)).toEqual([])
    // the response does not reveal whether such an account exists
    expect(await codeOf(studio.call(parent, families.askChild, { email: 'nobody@example.ee' }))).toBe('done')
    await expectInvariants(studio)
  })

  it('cannot be requested by a child', async () => {
    const child = await aPerson('2010-05-05')
    expect(await codeOf(family.studio.call(child, families.askChild, { email: INVITED }))).toBe('guardianNotGrownUp')
  })
})

describe('a received invitation', () => {
  const received = async (person: Person) => await family.studio.ask(person, families.received, {})
  const press = (person: Person, invitationId: string) =>
    codeOf(family.studio.call(person, families.acceptInvitation, { invitationId }))

  it('is shown to the verified account with that address, which can accept it without the link', async () => {
    const { studio, parent, other } = family
    const [mari, third] = [await aChild(8), await studio.person()]
    const mine = await studio.watch(other, families.received, {})
    expect(await mine.next()).toEqual([])
    await studio.must(parent, families.inviteGuardian, { email: await addressOf(other), people: [mari], rights: all })
    const shown = await mine.next()
    expect(shown).toMatchObject([{ kind: 'guardian', names: ['Mari'], rights: all }])
    const { id } = shown[0]!
    // others cannot see or accept it, nor can an account whose address is not verified
    expect([await received(third), await received(parent)]).toEqual([[], []])
    for (const stranger of [third, parent]) expect(await press(stranger, id)).toBe('linkUnknown')
    await family.write(sql`update accounts set email_verified_at = null where id = ${other.accountId}`)
    await expect(received(other)).rejects.toThrow('verificationNeeded')
    expect(await press(other, id)).toBe('verificationNeeded')
    await family.write(sql`update accounts set email_verified_at = now() where id = ${other.accountId}`)
    expect(await childrenOf(other)).toEqual([])
    expect(await press(other, id)).toBe('done')
    expect(await press(other, id)).toBe('linkUsed')
    expect(await childrenOf(other)).toMatchObject([{ personId: mari, rights: all }])
    expect([await received(other), await waiting()]).toEqual([[], []])
    mine.stop()
    await expectInvariants(studio)
  })

  it('disappears after 14 days, and when it is withdrawn', async () => {
    const { studio, parent, other } = family
    const email = await addressOf(other)
    const ask = async (displayName: string) => {
      await studio.must(parent, families.inviteGuardian, { email, people: [await aChild(8, displayName)], rights: all })
      return (await waiting())[0]!.id
    }
    const back = await ask('Mari')
    await studio.must(parent, families.withdrawInvitation, { invitationId: back })
    expect([await received(other), await press(other, back)]).toEqual([[], 'linkUnknown'])
    const late = await ask('Karl')
    expect(await received(other)).toHaveLength(1)
    studio.now += 14 * DAY
    expect([await received(other), await press(other, late)]).toEqual([[], 'linkExpired'])
  })

  it('is shown to a child; one to create an account is not shown to an existing account', async () => {
    const { studio, parent, other } = family
    const child = await aPerson('2010-05-05')
    await studio.must(parent, families.askChild, { email: await addressOf(child) })
    const [asked] = await received(child)
    expect(asked).toMatchObject({ kind: 'child', names: [] })
    expect(await press(child, asked!.id)).toBe('done')
    expect(await childrenOf(parent)).toMatchObject([{ personId: child.userId }])
    const email = await addressOf(other)
    await studio.must(parent, families.inviteToSignIn, { email, personId: await aChild(14, 'Kati') })
    expect(await received(other)).toEqual([])
  })
})

describe('signing up', () => {
  const signUp = (dob: string) =>
    family.studio.call(visitor, accounts.signUp, {
      displayName: 'Mari',
      familyName: 'Tamm',
      dob,
      email: INVITED,
      password: 'tantsin',
      language: 'en',
    })

  it('is refused under 13 with a hint for a guardian, and possible from 13 on', async () => {
    expect((await signUp('2013-03-11')).body).toMatchObject({ code: 'invalidFields', fields: { dob: 'askGrownUp' } })
    expect(await codeOf(signUp('2013-03-10'))).toBe('done')
  })

  it('is possible from 7 on if the feature families is off', async () => {
    await saveSettings(family.studio, family.admin, 'features', { families: false })
    expect((await signUp('2019-03-11')).body).toMatchObject({ fields: { dob: 'tooYoung' } })
    expect(await codeOf(signUp('2019-03-10'))).toBe('done')
  })
})

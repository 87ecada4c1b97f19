import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#kernel/time.ts'
import { saveSettings } from '#server/testing/fixtures.ts'
import { ADMIN_PASSWORD, codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { signing } from './contract.ts'

let studio: TestStudio
let asta: Person
studioForEach(async (empty) => {
  studio = empty
  asta = await studio.person('admin', { email: 'asta@example.ee' })
})

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** A device with one passkey; source: WebAuthn level 2, sections 6.1, 6.5 and 7. */
class Device {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = sha256(this.#keys.publicKey.export({ type: 'spki', format: 'der' }))
  counter = 1
  /** Whether the device verified its user. */
  verified = true

  #data(attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (this.verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter++)
    return Buffer.concat([sha256('localhost'), Buffer.from([flags]), counter, attested])
  }

  #said(type: string, challenge: string, origin = studio.services.settings.baseUrl): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  make(options: string, origin?: string): string {
    const { challenge } = JSON.parse(options) as { challenge: string }
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, Buffer.from(isoCBOR.encode(cose))])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(this.#data(attested))],
    ])
    return this.#answer({
      clientDataJSON: this.#said('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
    })
  }

  sign(options: string, origin?: string): string {
    const { challenge } = JSON.parse(options) as { challenge: string }
    const [said, data] = [this.#said('webauthn.get', challenge, origin), this.#data()]
    const signature = createSign('SHA256')
      .update(Buffer.concat([data, sha256(said)]))
      .sign(this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: said.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #answer(response: object): string {
    const id = this.id.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }
}

const toAdd = async (person = asta) => (await studio.must(person, signing.passkeyToAdd, {})).options
const toSignIn = async () => (await studio.must(visitor, signing.passkeyToSignIn, {})).options
const add = (response: string, person = asta) => codeOf(studio.call(person, signing.addPasskey, { response }))
const signIn = (response: string) => codeOf(studio.call(visitor, signing.signInWithPasskey, { response }))

async function added(): Promise<Device> {
  const device = new Device()
  expect(await add(device.make(await toAdd()))).toBe('done')
  return device
}

describe('a passkey', () => {
  it('signs in, and shows when it was last used', async () => {
    const device = await added()
    expect((await studio.ask(asta, signing.ways, {})).passkeys).toMatchObject([{ name: 'Passkey', lastUsedAt: null }])
    studio.now += DAY
    const { session, body } = await studio.call(visitor, signing.signInWithPasskey, {
      response: device.sign(await toSignIn()),
    })
    expect(body).toEqual({ ok: true, value: { kind: 'admin' } })
    const entered = { ...asta, sessionToken: session?.token ?? '' }
    expect(await studio.ask(entered, accounts.me, {})).toMatchObject({ kind: 'admin', email: 'asta@example.ee' })
    expect((await studio.ask(asta, signing.ways, {})).passkeys).toMatchObject([{ lastUsedAt: studio.now }])
  })

  it('counts as both steps when added and when signing in, but not for a sign-in by password', async () => {
    const device = await added()
    expect(await codeOf(saveSettings(studio, asta, 'features', { staffTwoSteps: true }))).toBe('done')
    const comes = async (by: { readonly token: string } | null | undefined) =>
      (await studio.ask({ ...asta, sessionToken: by?.token ?? '' }, accounts.me, {})).kind
    const byPasskey = await studio.call(visitor, signing.signInWithPasskey, { response: device.sign(await toSignIn()) })
    const byPassword = await studio.call(visitor, accounts.signIn, {
      email: 'asta@example.ee',
      password: ADMIN_PASSWORD,
    })
    expect(await comes(byPasskey.session)).toBe('admin')
    expect(await comes(byPassword.session)).toBe('user')
  })

  it('can’t sign in after it was removed, but the password can', async () => {
    const device = await added()
    const [passkey] = (await studio.ask(asta, signing.ways, {})).passkeys
    const other = await studio.person()
    await studio.must(other, signing.removePasskey, { passkeyId: passkey?.id ?? '' })
    expect(await signIn(device.sign(await toSignIn()))).toBe('done')
    await studio.must(asta, signing.removePasskey, { passkeyId: passkey?.id ?? '' })
    expect(await signIn(device.sign(await toSignIn()))).toBe('passkeyUnknown')
    const credentials = { email: 'asta@example.ee', password: ADMIN_PASSWORD }
    expect(await codeOf(studio.call(visitor, accounts.signIn, credentials))).toBe('done')
  })

  it('of a deactivated account can’t sign in', async () => {
    const device = await added()
    const admin = await studio.person('admin')
    await studio.must(admin, accounts.setActive, { userId: asta.userId, active: false })
    expect(await signIn(device.sign(await toSignIn()))).toBe('deactivated')
  })

  it('can’t be added a second time', async () => {
    const device = await added()
    expect(await add(device.make(await toAdd()))).toBe('passkeyFailed')
  })
})

describe('the response of a device', () => {
  it('can be used once', async () => {
    const device = await added()
    const answer = device.sign(await toSignIn())
    expect(await signIn(answer)).toBe('done')
    expect(await signIn(answer)).toBe('passkeyFailed')
  })

  it('must arrive within five minutes', async () => {
    const device = await added()
    const options = await toSignIn()
    studio.now += 5 * MINUTE
    expect(await signIn(device.sign(options))).toBe('passkeyFailed')
  })

  it('to another account’s challenge adds no passkey', async () => {
    const other = await studio.person()
    expect(await add(new Device().make(await toAdd(other)))).toBe('passkeyFailed')
    expect(await add(new Device().make(await toSignIn()))).toBe('passkeyFailed')
  })

  it('made for another site is refused', async () => {
    const device = await added()
    expect(await signIn(device.sign(await toSignIn(), 'https://evil.example'))).toBe('passkeyFailed')
    expect(await add(new Device().make(await toAdd(), 'https://evil.example'))).toBe('passkeyFailed')
  })

  it('without user verification is refused, as a passkey counts as both steps', async () => {
    const device = await added()
    device.verified = false
    expect(await signIn(device.sign(await toSignIn()))).toBe('passkeyFailed')
  })

  it('with an outdated counter is refused, as the device may be copied', async () => {
    const device = await added()
    expect(await signIn(device.sign(await toSignIn()))).toBe('done')
    device.counter = 1
    expect(await signIn(device.sign(await toSignIn()))).toBe('passkeyFailed')
  })

  it.each(['', '{}', 'null', '[]', '{"id":1}', '{"id":"x","response":{}}'])(
    'that is %s is refused without an error',
    async (response) => {
      expect(['passkeyFailed', 'passkeyUnknown']).toContain(await signIn(response))
      expect(await add(response)).toBe('passkeyFailed')
      expect(studio.reported).toEqual([])
    },
  )
})

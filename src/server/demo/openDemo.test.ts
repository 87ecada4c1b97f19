import { expect, it } from 'vitest'
import { testSettings } from '#server/testing/studio.ts'
import { demoSettings } from './openDemo.ts'

const listensOn = (env: Record<string, string>, ...args: string[]) =>
  demoSettings(testSettings(env), args).settings.host
const warnings = (env: Record<string, string>, ...args: string[]) => demoSettings(testSettings(env), args).warnings

it('the demo listens on loopback, whatever HOST the studio has set', () => {
  expect(listensOn({})).toBe('127.0.0.1')
  expect(warnings({})).toEqual([])
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'studio.example', '127.evil.example']) {
    expect(listensOn({ HOST }), HOST).toBe('127.0.0.1')
    expect(warnings({ HOST })).toEqual([expect.stringContaining(`npm run demo -- --host ${HOST}`)])
  }
})

it('another loopback address is kept', () => {
  for (const HOST of ['localhost', '::1', '127.0.0.2']) {
    expect(listensOn({ HOST })).toBe(HOST)
    expect(warnings({ HOST })).toEqual([])
  }
})

it('the --host flag opens the demo to other computers, with a warning', () => {
  expect(listensOn({}, '--demo', '--host', '0.0.0.0')).toBe('0.0.0.0')
  expect(listensOn({ HOST: '::' }, '--demo', '--host=192.168.1.5')).toBe('192.168.1.5')
  expect(warnings({}, '--host', '0.0.0.0')).toEqual([expect.stringMatching(/^WARNING: .* knows the password/)])
  expect(warnings({}, '--host', '127.0.0.1')).toEqual([])
})

it('the --host flag without an address opens nothing', () => {
  expect(listensOn({}, '--demo', '--host')).toBe('127.0.0.1')
})

it('only the sample studio shows the sample bank account, and only if no other is set', () => {
  const none = testSettings({ BANK_IBAN: '' })
  expect(none.bankAccount).toBeNull()
  expect(demoSettings(none, []).settings.bankAccount).toMatchObject({ iban: 'EE382200221020145685' })
  const own = testSettings({ BANK_IBAN: 'EE47 1000 0010 2014 5685', BANK_ACCOUNT_HOLDER: 'Stuudio OÜ' })
  expect(demoSettings(own, []).settings.bankAccount).toEqual({ holder: 'Stuudio OÜ', iban: 'EE471000001020145685' })
})

it('the demo shares no database, sends no e-mail and keeps no backups', () => {
  const settings = testSettings({ DATABASE_URL: 'postgres://a@b/c', SMTP_URL: 'smtp://mail.example' })
  expect(demoSettings(settings, []).settings).toMatchObject({ databaseUrl: null, smtpUrl: null, backupDir: null })
})

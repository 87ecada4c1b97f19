import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, readSettingsIn } from './settings.ts'

const mistakes = (env: Record<string, string>) => {
  const read = readSettings(env)
  return 'mistakes' in read ? read.mistakes : []
}

describe('the settings', () => {
  it('start a studio without any values', () => {
    const read = readSettings({})
    expect(read).toMatchObject({
      settings: { port: 3000, host: '127.0.0.1', baseUrl: 'http://localhost:3000', dataDir: 'data', databaseUrl: null },
    })
  })

  it('put backups beside the data folder, elsewhere, or nowhere', () => {
    expect(readSettings({ DATA_DIR: '/srv/studio' })).toMatchObject({ settings: { backupDir: '/srv/backups' } })
    expect(readSettings({ BACKUP_DIR: '/mnt/safe' })).toMatchObject({ settings: { backupDir: '/mnt/safe' } })
    expect(readSettings({ BACKUP_DIR: 'off' })).toMatchObject({ settings: { backupDir: null } })
  })

  it('have no bank account until one is set', () => {
    expect(readSettings({})).toMatchObject({ settings: { bankAccount: null } })
    expect(readSettings({ BANK_ACCOUNT_HOLDER: 'Stuudio OÜ' })).toMatchObject({ settings: { bankAccount: null } })
  })

  it('accept an IBAN as people write it', () => {
    for (const BANK_IBAN of ['EE471000001020145685', 'EE47 1000 0010 2014 5685', ' ee47-1000-0010-2014-5685 ']) {
      expect(readSettings({ BANK_IBAN, BANK_ACCOUNT_HOLDER: 'Stuudio OÜ' })).toMatchObject({
        settings: { bankAccount: { holder: 'Stuudio OÜ', iban: 'EE471000001020145685' } },
      })
    }
    expect(readSettings({ BANK_IBAN: 'GB29 NWBK 6016 1331 9268 19', STUDIO_NAME: 'Hoog' })).toMatchObject({
      settings: { bankAccount: { holder: 'Hoog', iban: 'GB29NWBK60161331926819' } },
    })
  })

  it.each([
    ['one wrong digit', 'EE47 1000 0010 2014 5686'],
    ['two digits swapped', 'EE47 1000 0010 2014 6585'],
    ['a digit short', 'EE47 1000 0010 2014 568'],
    ['no number at all', '0'],
    ['the number of no country', 'XX47 1000 0010 2014 5685'],
  ])('refuse an IBAN with %s', (_what, BANK_IBAN) => {
    expect(mistakes({ BANK_IBAN })).toEqual([`BANK_IBAN is not valid: please check the account number "${BANK_IBAN}".`])
  })

  it('use the port in links', () => {
    expect(readSettings({ PORT: '8080' })).toMatchObject({ settings: { baseUrl: 'http://localhost:8080' } })
  })

  it.each([
    [{ PORT: '0' }, 'With PORT=0, any free port, BASE_URL must say where people come.'],
    [{ PORT: 'x' }, 'PORT must be a port number from 0 to 65535, but it is "x".'],
    [
      { BASE_URL: 'https://studio.ee/book' },
      'BASE_URL must be an address such as https://book.studio.ee, without a path',
    ],
    [{ BACKUP_DIR: 'data/backups' }, 'BACKUP_DIR must be "off" or a folder outside DATA_DIR'],
    [{ DATA_DIR: '/srv/studio', BACKUP_DIR: '/srv/studio' }, 'BACKUP_DIR must be "off" or a folder outside DATA_DIR'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
    [{ SMTP_URL: 'smtp:mail.example' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
    [{ DATABASE_URL: 'postgres:studio' }, 'DATABASE_URL must be a postgres:// address'],
    [{ TIME_ZONE: '+03:00' }, 'TIME_ZONE must be a time zone such as Europe/Tallinn'],
    [{ TIME_ZONE: 'Tallinn' }, 'TIME_ZONE must be a time zone such as Europe/Tallinn'],
    [{ SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL must be an e-mail address'],
    [{ MAIL_FROM: 'a\nb@c.ee' }, 'MAIL_FROM must be an e-mail address'],
    [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be "on" or "off"'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be a number'],
    [{ STUDIO_NAME: 'a\r\nBcc: b' }, 'STUDIO_NAME must be one line'],
  ])('report in one clear line what is wrong with %j', (env, line) => {
    const [first = ''] = mistakes(env)
    expect(first).toContain(line)
  })

  it('do not print the password in a wrong URL', () => {
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'BASE_URL', 'STUDIO_URL']) {
      for (const text of ['mysql://user:hunter2@host', 'user:hunter2@host', 'x://user:hun/hunter2@host']) {
        expect(mistakes({ [name]: text })).toEqual([expect.not.stringContaining('hunter2')])
      }
    }
  })

  it('do not print the rest of a password that is not percent-encoded', () => {
    // a .env file ends such a value at the #, and the part before it looks like a port
    for (const [name, scheme] of [
      ['DATABASE_URL', 'postgres'],
      ['SMTP_URL', 'smtps'],
    ] as const) {
      for (const text of ['user:hunter2', 'user:x@hunter2:y', 'user@host:x@y:hunter2']) {
        const [line = ''] = mistakes({ [name]: `${scheme}://${text}` })
        expect(line).not.toContain('hunter2')
        expect(line).toContain('percent-encoded (# as %23)')
      }
    }
  })

  it('report the wrong setting, not those derived from it', () => {
    expect(mistakes({ SUPPORT_EMAIL: 'help' })).toHaveLength(1)
    expect(mistakes({ DATA_DIR: '.' })).toEqual([])
  })

  it('report every mistake at once', () => {
    expect(mistakes({ PORT: 'x', TIME_ZONE: 'y', TRUST_PROXY: 'z' })).toHaveLength(3)
  })

  it('accept PostgreSQL behind a socket in a folder', () => {
    expect(mistakes({ DATABASE_URL: 'postgres:///studio?host=/var/run/postgresql' })).toEqual([])
  })

  it('warn of each name in a .env file that is no setting, and report a file that cannot be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-settings-'))
    try {
      writeFileSync(join(folder, '.env'), 'SMPT_URL=smtps://mail.example\nSTUDIO_NAME=Hoog\nMETRICS_PORT=9464')
      expect(readSettingsIn(folder, {})).toMatchObject({
        settings: { studioName: 'Hoog', smtpUrl: null },
        warnings: ['.env sets SMPT_URL, which is not a setting of the studio: is it misspelt?'],
      })
      rmSync(join(folder, '.env'))
      mkdirSync(join(folder, '.env'))
      expect(readSettingsIn(folder, {})).toEqual({ mistakes: ["The file .env can't be read (EISDIR)."] })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('accept several hosts of one PostgreSQL', () => {
    expect(mistakes({ DATABASE_URL: 'postgres://user:secret@one:5432,two:5433/studio' })).toEqual([])
  })
})

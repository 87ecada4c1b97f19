import { expect, it } from 'vitest'
import { testSettings } from '#server/testing/studio.ts'
import { welcome } from './welcome.ts'

const settings = testSettings({ PORT: '3000', DATA_DIR: 'data' })

it('prints only the URL when the studio has an admin', () => {
  expect(welcome(settings, { hasAdmin: true, milliseconds: 411.6 })).toBe(
    'Tantsustuudio Hoog is open at http://localhost:3000 (412 ms).',
  )
})

it('prints how to make the first admin, and where the e-mail is', () => {
  const text = welcome(settings, { hasAdmin: false, milliseconds: 1 })
  expect(text).toContain('http://localhost:3000/register')
  expect(text).toContain('data/outbox')
  expect(text).toContain('npm run role -- YOUR-EMAIL admin')
  const withMail = testSettings({ SMTP_URL: 'smtp://mail.example' })
  expect(welcome(withMail, { hasAdmin: false, milliseconds: 1 })).not.toContain('outbox')
})

import { expect, it } from 'vitest'
import { saveSettings } from '#server/testing/fixtures.ts'
import type { Person, TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { settings } from './contract.ts'

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

it('a new studio starts with the setup guide', async () => {
  const { setUp } = await studio.ask(admin, settings.all, {})
  expect(setUp).toEqual({ named: false, categories: false, shared: false, dismissed: false })
})

it('the poster is one tagged PDF page, in either language and for the longest name', async () => {
  await saveSettings(studio, admin, 'studio', { name: 'Õunapuu Ž '.repeat(6).trim() })
  for (const language of ['en', 'et'] as const) {
    const { pdf } = await studio.must(admin, settings.poster, { language })
    const file = Buffer.from(pdf, 'base64').toString('latin1')
    expect(file.startsWith('%PDF-1.7')).toBe(true)
    expect(file).toContain('/MarkInfo')
    expect(file).toContain(`/Lang (${language})`)
    expect(file.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(file.length).toBeLessThan(200_000)
  }
})

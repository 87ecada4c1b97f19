import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { screens } from './screens.ts'

it('finds a page for each declared screen, and a screen for each page', () => {
  const declared = Object.values(screens).map(({ page }) => `${page}.tsx`)
  const there = readdirSync('src/studio', { recursive: true, encoding: 'utf8' })
  expect(declared.toSorted()).toEqual(there.filter((file) => /^\w+\/pages\/\w+Page\.tsx$/.test(file)).toSorted())
})

import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { guards } from './guardList.mjs'

it.each(guards)('the guard “$name” stands once where `npm run guards` takes it out', ({ file, guard, tests }) => {
  expect(readFileSync(file, 'utf8').split(guard)).toHaveLength(2)
  for (const path of tests.split(' ')) expect(existsSync(path), path).toBe(true)
})

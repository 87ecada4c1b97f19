import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ASSETS_CACHE, DOOR_CACHE } from './keptNames.ts'

// the service worker is served as it is, and imports nothing
it('the service worker keeps the caches that the door fills', () => {
  const worker = readFileSync('public/sw.js', 'utf8')
  const named = (name: string) => new RegExp(`^const ${name} = '(.*)'$`, 'm').exec(worker)?.[1]
  expect({ door: named('DOOR'), assets: named('ASSETS') }).toEqual({ door: DOOR_CACHE, assets: ASSETS_CACHE })
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Files with texts for people: the messages, the frame of all e-mails, and the offline page. */
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => /[Mm]essages(\.ts$|\/\w+\.ts$)|mail\/letter\.ts$/.test(path) && !path.endsWith('.test.ts'))
  .concat('public/offline.html')

/** Words that docs/decisions/words.md replaces by one term used everywhere. */
const givenUp =
  /ebaõnnestu|maksmata|makstud\b|makstuks|ühe korra tas|liikme hin|liikmesuse (sees|sisse|kategooria)|coveri (liige|hin)|trenni tulija|sünniaeg|veebilehitseja|stebbyga|välista|broneering|sama palju kauem|pääsme arvestus|ära enam |võta koht kohe|koht võetakse kohe \(/i

const linesWith = (wrong: RegExp): string[] =>
  files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => wrong.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

it('uses no Estonian word that was given up for another term', () => {
  expect(files.length).toBeGreaterThan(25)
  expect(linesWith(givenUp)).toEqual([])
})

it('names no file of the documentation, as readers of a screen can’t open it', () => {
  expect(linesWith(/docs\//)).toEqual([])
})

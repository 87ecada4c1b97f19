import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { concepts, judgePlace } from './rooms.mjs'
import { legalTree } from './legal-tree.ts'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

/**
 * A forbidden line: what it does, where it is planted (a folder: in a new file), the line itself, and the checker that
 * must refuse it.
 */
type Violation = readonly [what: string, at: string, line: string, by: string]

const law = 'house(imports)'

// prettier-ignore
const violations: Violation[] = [
  ['rules import the database', 'src/studio/memberships/rules/', `import { db } from '#server/db/database.ts'`, law],
  ['rules import it dynamically', 'src/studio/memberships/rules/', `export const later = () => import('#server/db/database.ts')`, law],
  ['rules import it as a type expression', 'src/studio/memberships/rules/', `export type Db = import('#server/db/database.ts').Db`, law],
  ['rules compute what they import', 'src/studio/memberships/rules/', 'export const load = (name: string) => import(`#server/${name}.ts`)', 'house(computed-imports)'],
  ['rules re-export their own server', 'src/studio/memberships/rules.ts', `export { answer } from './server.ts'`, law],
  ['rules read process.env', 'src/studio/memberships/rules/', `export const zone = () => process.env['TZ']`, 'tsconfig.web.json'],
  ['rules read document', 'src/studio/memberships/rules/', 'export const title = () => document.title', 'tsconfig.server.json'],
  ['the kernel reads process.env', 'src/kernel/', `export const zone = () => process.env['TZ']`, 'tsconfig.web.json'],
  ['a contract reads document', 'src/studio/memberships/contract/', 'export const title = () => document.title', 'tsconfig.server.json'],
  ['a query names the table of a higher concept', 'src/studio/schedule/server/', "export const all = sql`select id from payments`", 'house(sql)'],
  ['a statement in a text names it', 'src/studio/schedule/server/', `export const all = 'select id from payments'`, 'house(sql)'],
  ['a query names a column of a higher concept', 'src/studio/schedule/server/', "export const ids = sql`paid_to`", 'house(sql)'],
  ['the machine room names the table of a concept', 'src/server/jobs/', "export const all = sql`select id from payments`", 'house(sql)'],
  ['a rule asks for the role', 'src/studio/schedule/rules/', `export const all = (caller: { kind: string }) => caller.kind === 'admin'`, 'house(permissions)'],
  ['rules import node:crypto', 'src/studio/memberships/rules/', `import { randomUUID } from 'node:crypto'`, law],
  ['rules import react', 'src/studio/memberships/rules/', `import { useState } from 'react'`, law],
  ['rules import all of zod', 'src/studio/memberships/rules/', `import * as zod from 'zod'`, law],
  ['rules import their tables', 'src/studio/memberships/rules/', `import type { rows } from '../tables.ts'`, law],
  ['rules reach a sibling by ../', 'src/studio/schedule/rules.ts', `import { price as p } from '../classes/rules.ts'`, law],
  ['a contract imports its server', 'src/studio/memberships/contract/', `import { answer } from '../server.ts'`, law],
  ['a contract imports a part', 'src/studio/memberships/contract/', `import { Part } from '../parts/Part.tsx'`, law],
  ['messages import the web', 'src/studio/memberships/messages/', `import { call } from '#web/client.ts'`, law],
  ['messages import the server', 'src/studio/memberships/messages/', `import { db } from '#server/db/database.ts'`, law],
  ['tables import their server', 'src/studio/schedule/tables/', `import { answer } from '../server.ts'`, law],
  ['tables import the tables of a higher concept', 'src/studio/schedule/tables/', `import { rows } from '#studio/payments/tables.ts'`, law],
  ['tables import node:fs', 'src/studio/schedule/tables/', `import { readFileSync } from 'node:fs'`, law],
  ['a page imports its tables', 'src/studio/schedule/pages/', `import { rows } from '../tables.ts'`, law],
  ['a page imports its tables, type only', 'src/studio/schedule/pages/', `import type { rows } from '../tables.ts'`, law],
  ['a page imports its server', 'src/studio/schedule/pages/', `import { answer } from '../server.ts'`, law],
  ['a page imports its server, type only', 'src/studio/schedule/pages/', `import type { answer } from '../server.ts'`, law],
  ['a page imports its server through #studio', 'src/studio/schedule/pages/', `import { answer } from '#studio/schedule/server.ts'`, law],
  ['a page imports node:fs', 'src/studio/schedule/pages/', `import { readFileSync } from 'node:fs'`, law],
  ['a page imports the database driver', 'src/studio/schedule/pages/', `import { Pool } from 'pg'`, law],
  ['a page looks up to the shell', 'src/studio/schedule/pages/', `import { Home } from '#web/shell/Home.tsx'`, law],
  ['a page imports the page of another concept', 'src/studio/schedule/pages/', `import { Page } from '#studio/classes/pages/Page.tsx'`, law],
  ['a page climbs to a higher concept', 'src/studio/schedule/pages/', `import { Page } from '../../registrations/pages/Page.tsx'`, law],
  ['a page climbs to a lower concept', 'src/studio/schedule/pages/', `import { Page } from '../../classes/parts/Part.tsx'`, law],
  ['a page writes to the console', 'src/studio/schedule/pages/', `console.log('here')`, 'eslint(no-console)'],
  ['a part imports a page', 'src/studio/schedule/parts/', `import { Page } from '../pages/Page.tsx'`, law],
  ['a lower concept imports a higher one', 'src/studio/schedule/server/', `import { may } from '#studio/registrations/rules.ts'`, law],
  ['a lower concept imports a higher one, type only', 'src/studio/schedule/rules/', `import type { may } from '#studio/registrations/rules.ts'`, law],
  ['an event is declared with the facts of a higher concept', 'src/studio/schedule/events/', `import type { rows } from '#studio/registrations/tables.ts'`, law],
  ['an event imports its server', 'src/studio/schedule/events/', `import { answer } from './server.ts'`, law],
  ['a lower concept handles the event of a higher one', 'src/studio/schedule/server/', `import { happened } from '#studio/registrations/events.ts'`, law],
  ['a page imports an event', 'src/studio/schedule/pages/', `import { happened } from '../events.ts'`, law],
  ['a server imports a page', 'src/studio/schedule/server/', `import { Page } from '../pages/Page.tsx'`, law],
  ['a server imports react', 'src/studio/schedule/server/', `import { createElement } from 'react'`, law],
  ['a server imports the test harness', 'src/studio/schedule/server/', `import { studio } from '#server/testing/harness.ts'`, law],
  ['a server imports the wiring', 'src/studio/schedule/server/', `import { studio } from '#server/studio.ts'`, law],
  ['a server imports what calls it', 'src/studio/schedule/server/', `import { buildApp } from '#server/http/app.ts'`, law],
  ['a server imports the tables of a higher concept', 'src/studio/schedule/server/', `import { rows } from '#studio/payments/tables.ts'`, law],
  ['the list of screens imports a server', 'src/studio/screens.ts', `import { answer } from '#studio/classes/server.ts'`, law],
  ['the list of screens imports a part', 'src/studio/screens.ts', `import { Part } from '#studio/classes/parts/Part.tsx'`, law],
  ['a declared screen imports its page', 'src/studio/schedule/screens/', `import { Page } from '../pages/Page.tsx'`, law],
  ['a declared screen imports its server', 'src/studio/schedule/screens/', `import { answer } from '../server.ts'`, law],
  ['a declared screen imports react', 'src/studio/schedule/screens/', `import { useState } from 'react'`, law],
  ['a declared screen imports the screens of a higher concept', 'src/studio/schedule/screens/', `import { registrationsScreens } from '#studio/registrations/screens.ts'`, law],
  ['a declared screen reads document', 'src/studio/memberships/screens.ts', 'export const title = () => document.title', 'tsconfig.server.json'],
  ['a declared screen reads process.env', 'src/studio/memberships/screens.ts', `export const zone = () => process.env['TZ']`, 'tsconfig.web.json'],
  ['rules import a declared screen', 'src/studio/memberships/rules/', `import { membershipsScreens } from '../screens.ts'`, law],
  ['a contract imports the list of screens', 'src/studio/memberships/contract/', `import { asks } from '#studio/screens.ts'`, law],
  ['the kernel imports a concept', 'src/kernel/', `import { price } from '#studio/classes/rules.ts'`, law],
  ['the kernel imports node:fs', 'src/kernel/', `import { readFileSync } from 'node:fs'`, law],
  ['the design system imports a concept', 'src/web/ui/', `import { price } from '#studio/classes/rules.ts'`, law],
  ['the web imports the server', 'src/web/', `import { db } from '#server/db/database.ts'`, law],
  ['the web imports the test harness', 'src/web/', `import { studio } from '#server/testing/harness.ts'`, law],
  ['the shell imports the tables of a concept', 'src/web/shell/', `import { rows } from '#studio/classes/tables.ts'`, law],
  ['the server imports the web', 'src/server/', `import { call } from '#web/client.ts'`, law],
  ['the server imports a procedure outside the wiring', 'src/server/', `import { answer } from '#studio/classes/server.ts'`, law],
  ['the server imports a build tool', 'src/server/', `import { build } from 'vite'`, law],
  ['the server imports its test harness', 'src/server/', `import { studio } from './testing/harness.ts'`, law],
  ['the database looks into the embedded engine', 'src/server/db/', `import { turn } from './embedded/turns.ts'`, law],
  ['the server looks into the embedded engine, type only', 'src/server/', `import type { turn } from '#server/db/embedded/turns.ts'`, law],
  ['a test looks into the embedded engine', 'src/server/db/N.test.ts', `import { turn } from './embedded/turns.ts'`, law],
  ['the database imports a procedure', 'src/server/db/', `import { answer } from '#studio/classes/server.ts'`, law],
  ['the wiring reaches into tables', 'src/server/demo/', `import { rows } from '#studio/classes/tables.ts'`, law],
  ['a page imports a contract with its schemas', 'src/studio/schedule/pages/', `import { contract } from '../contract.ts'`, law],
  ['a page imports a type so that the contract is loaded', 'src/studio/schedule/pages/', `import { type contract } from '../contract.ts'`, law],
  ['a declared screen imports a contract with its schemas', 'src/studio/schedule/screens/', `import { contract } from '#studio/classes/contract.ts'`, law],
  ['the web imports a contract with its schemas', 'src/web/', `import { contract } from '#studio/classes/contract.ts'`, law],
  ['a page imports sentences of the log', 'src/studio/schedule/pages/', `import { logLines } from '../messages/log.ts'`, law],
  ['texts of screens import sentences of the log', 'src/studio/schedule/messages/', `import { logLines } from '#studio/classes/messages/log.ts'`, law],
  ['calls load their contract', 'src/studio/schedule/calls/', `export { contract } from '../contract.ts'`, law],
  ['calls import another concept', 'src/studio/schedule/calls/', `import { calls as below } from '#studio/classes/calls.ts'`, law],
  ['a concept imports the screens of several', 'src/studio/privacy/parts/', `import { HomePage } from '#studio/together/pages/HomePage.tsx'`, law],
  ['a test of rules imports a server', 'src/studio/classes/rules.N.test.ts', `import { answer } from './server.ts'`, law],
  ['a test imports a higher concept', 'src/studio/classes/server.N.db.test.ts', `import { may } from '#studio/registrations/rules.ts'`, law],
  ['a test of several concepts reaches into one', 'src/studio/together/N.db.test.ts', `import { answer } from '#studio/classes/server.ts'`, law],
  ['a test imports another test', 'src/studio/classes/server.M.db.test.ts', `import './rules.test.ts'`, law],
  ['a journey imports the server', 'e2e/N.spec.ts', `import { db } from '#server/db/database.ts'`, law],
  ['a script imports the product', 'scripts/N.mjs', `import { price } from '../src/kernel/money.ts'`, law],
  ['a file served as it is imports the product', 'public/N.js', `import { price } from '../src/kernel/money.ts'`, law],
  ['a file stands in no room', 'src/studio/schedule/helpers.ts', 'export const help = 1', 'house(places)'],
  ['a default export', 'src/studio/memberships/contract/', 'export default 1', 'import(no-default-export)'],
  ['a barrel', 'src/studio/classes/rules/', `export * from '#studio/accounts/rules.ts'`, 'house(no-barrels)'],
  ['an explicit any', 'src/studio/memberships/contract/', 'export const loose = (x: any): unknown => x', 'typescript(no-explicit-any)'],
  ['a promise nobody waits for', 'src/studio/schedule/server/', 'Promise.resolve(1)', 'typescript(no-floating-promises)'],
  ['a switch that forgets a state', 'src/studio/memberships/rules/', `export function say(s: 'due' | 'done') { switch (s) { case 'due': return 1 } return 2 }`, 'typescript(switch-exhaustiveness-check)'],
  ['two files in a cycle', 'src/kernel/money.ts', `export { zone } from './zone.ts'`, 'import(no-cycle)'],
]

interface Diagnostic {
  code: string
  filename: string
  message: string
}

/** Runs a checker; its verdict is in its output, so the exit code is ignored. */
const run = (command: string, args: string[], cwd: string) =>
  new Promise<string>((done) => {
    execFile(command, args, { cwd, maxBuffer: 1e8 }, (_error, out, err) => done(`${out}${err}`))
  })

// in ms; each test runs whole checkers, which take long while all cores are busy
vi.setConfig({ testTimeout: 60_000 })

const folders: string[] = []

function plant(name: string, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), `law-${name}-`))
  folders.push(folder)
  for (const file of ['law', 'oxlint.config.mjs', 'package.json'])
    cpSync(join(root, file), join(folder, file), { recursive: true })
  for (const side of ['', '.base', '.web', '.server'])
    cpSync(join(root, `tsconfig${side}.json`), join(folder, `tsconfig${side}.json`))
  rmSync(join(folder, 'law/law.test.ts'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

async function lint(folder: string): Promise<Diagnostic[]> {
  const output = await run(
    bin('oxlint'),
    ['-c', 'oxlint.config.mjs', '-f', 'json', 'src', 'e2e', 'scripts', 'public'],
    folder,
  )
  return (JSON.parse(output.slice(output.indexOf('{'))) as { diagnostics: Diagnostic[] }).diagnostics
}

const typecheck = (folder: string, project: string) => run(bin('tsc'), ['-p', project, '--pretty', 'false'], folder)

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('a legal tree passes the linter and both TypeScript projects', async () => {
  const folder = plant('legal', legalTree())
  const [found, web, server_] = await Promise.all([
    lint(folder),
    typecheck(folder, 'tsconfig.web.json'),
    typecheck(folder, 'tsconfig.server.json'),
  ])
  expect(found).toEqual([])
  expect(web).toBe('')
  expect(server_).toBe('')
})

describe('refuses', () => {
  /** The file in which each violation is planted; `refusals` maps a file to the checkers that refused it. */
  const planted = new Map<Violation, string>()
  const refusals = new Map<string, Set<string>>()

  // type violations get a tree of their own: a forbidden import would also bring in the other side's globals
  const typed = violations.filter(([, , , by]) => by.startsWith('tsconfig'))

  function brokenBy(some: readonly Violation[]): Record<string, string> {
    const files = legalTree()
    for (const violation of some) {
      const [, at, line] = violation
      const ending = /pages|parts|ui|shell/.test(at) ? 'tsx' : 'ts'
      const file = at.endsWith('/') ? `${at}planted-${violations.indexOf(violation)}.${ending}` : at
      files[file] = `${files[file] ?? ''}${line}\n`
      planted.set(violation, file)
    }
    return files
  }

  beforeAll(async () => {
    const refuse = (file: string, by: string) => refusals.set(file, (refusals.get(file) ?? new Set()).add(by))
    const checkLint = async () => {
      const untyped = violations.filter((violation) => !typed.includes(violation))
      for (const { code, filename } of await lint(plant('imports', brokenBy(untyped)))) refuse(filename, code)
    }
    const folder = plant('types', brokenBy(typed))
    const checkTypes = async (project: string) => {
      for (const [, file] of (await typecheck(folder, project)).matchAll(/^(\S+)\(\d+,/gm)) refuse(file ?? '', project)
    }
    await Promise.all([checkLint(), checkTypes('tsconfig.web.json'), checkTypes('tsconfig.server.json')])
  })

  for (const violation of violations) {
    const [what, , , by] = violation
    test(what, () => {
      const file = planted.get(violation) ?? ''
      expect([...(refusals.get(file) ?? [])]).toContain(by)
    })
  }

  test('no legal file among the violations', () => {
    const broken = new Set(planted.values())
    const innocent = [...refusals].filter(([file, by]) => !broken.has(file) && by.has(law))
    expect(innocent).toEqual([])
  })
})

test('a file outside all rooms is refused', () => {
  expect(judgePlace('src/studio/classes/helpers.ts')).toMatch('stands in no room')
  expect(judgePlace('src/studio/waitinglists/rules.ts')).toMatch('stands in no room')
  expect(judgePlace('src/studio/together/rules.ts')).toMatch('stands in no room')
  expect(judgePlace('src/utils/text.ts')).toMatch('stands in no room')
  expect(judgePlace('src/web/ui/index.ts')).toMatch('No index files')
  expect(concepts.map((concept) => judgePlace(`src/studio/${concept}/rules.ts`)).filter(Boolean)).toEqual([])
})

test('neither side gets the other’s globals through the types of a package', async () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const uses = (names: string[]) =>
    names.map((name, i) => `import type * as p${i} from '${name}'\nexport type P${i} = typeof p${i}\n`).join('')
  const folder = plant('leaks', {
    'src/server/packages.ts': `${uses(Object.keys(dependencies))}export const title = () => document.title\n`,
    'src/web/packages.ts': `${uses(['react', 'react-dom/client', 'react-aria-components', 'lucide-react', 'zod/mini', 'temporal-polyfill'])}export const zone = () => process.env\n`,
  })
  const [web, server_] = await Promise.all([
    typecheck(folder, 'tsconfig.web.json'),
    typecheck(folder, 'tsconfig.server.json'),
  ])
  expect(web).toMatch("Cannot find name 'process'")
  expect(server_).toMatch("Cannot find name 'document'")
})

test('every product file is type-checked by one of the two narrow projects', async () => {
  const listed = await Promise.all(
    ['tsconfig.web.json', 'tsconfig.server.json'].map((project) =>
      run(bin('tsc'), ['-p', project, '--listFilesOnly'], root),
    ),
  )
  const checked = new Set(listed.flatMap((list) => list.split(/\r?\n/)))
  const product = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !file.startsWith(join('src', 'server', 'testing')))
  expect(product.filter((file) => !checked.has(join(root, file)))).toEqual([])
})

describe('every concept is wired, in the order of the concepts', () => {
  const wirings = [
    ['server.ts', 'src/server/studio.ts', /ConceptServer\[\] = \[([^\]]*)\]/],
    ['screens.ts', 'src/studio/screens.ts', /declared = \{([^}]*)\}/],
  ] as const
  for (const [file, wiring, list] of wirings) {
    test(`with its ${file} in ${wiring}`, () => {
      const text = readFileSync(join(root, wiring), 'utf8')
      const nameOf = (concept: string) =>
        new RegExp(`import \\{ (\\w+) \\} from '#studio/${concept}/${file}'`).exec(text)?.[1] ?? `nothing of ${concept}`
      const wanted = [...concepts, 'together'].filter((concept) => existsSync(join(root, 'src/studio', concept, file)))
      const listed = list.exec(text)?.[1]?.match(/\w+/g) ?? []
      expect(listed).toEqual(wanted.map(nameOf))
    })
  }
  test('with its line in the overview of docs/architecture.md', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const house = /\n {2}studio\/[^]*?\n {2}server\//.exec(text)?.[0] ?? ''
    const listed = [...house.matchAll(/^ {4}(\w+)\/ {1,}\S/gm)].map(([, name]) => name)
    expect(listed).toEqual([...concepts, 'together'])
  })
})

test('only the newest snapshot of the tables is kept, as the next migration is generated from that alone', () => {
  const folder = join(root, 'src/server/db/migrations')
  const newest = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .at(-1)
  const snapshots = readdirSync(join(folder, 'meta')).filter((file) => file.endsWith('_snapshot.json'))
  expect(snapshots).toEqual([`${newest?.slice(0, 4)}_snapshot.json`])
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = execFileSync('git', ['ls-files', 'src', 'bench', 'scripts', 'law', 'e2e', '*.ts'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.startsWith('law/privateParts'))

/** Patterns of uses of packages behind their public interfaces; each of them once occurred here. */
const privateParts: Readonly<Record<string, RegExp>> = {
  'a file inside a package': /from '(?:@[\w-]+\/)?[\w-]+\/(?:lib|dist|src|build)\//,
  'the prototype of a class of a package': /setPrototypeOf\(/,
  'a private field of drizzle': /\.session\.client\b|\.joinsNotNullableMap\b|\[entityKind\]/,
  "a private field of pg's client": /as unknown as \{ (?:readonly )?(?:connection|stream)/,
}

it.each(Object.entries(privateParts))('%s is used nowhere', (_, looks) => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => looks.test(readFileSync(file, 'utf8')))).toEqual([])
})

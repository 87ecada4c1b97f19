import { expect, it } from 'vitest'
import { sayLine } from './messages/lines.ts'

const sources: Record<string, string> = import.meta.glob(
  ['/src/**/*.ts', '!/src/**/*.test.ts', '!/src/server/testing/**'],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
)

/** What the server writes into the log, each value in it as a word of its own. */
const written = Object.values(sources)
  .filter((source) => /\bchannel: '|\blog\(\{/.test(source))
  .flatMap((source) => [...source.matchAll(/\bmessage(?::| =)\s*(['`])(.+?)\1/g)].map(([, , text = '']) => text))
  // put together from several sentences, each of which is known
  .filter(
    (text) =>
      !/^(\$\{what\}|Class \$|Course \$\{(what|status)|Membership \$|\$\{names|E-mail \$\{letter.id\} \$|Cash confirmed)/.test(
        text,
      ),
  )
  .map((text) => text.replaceAll(/\$\{plural\([^,]+, '([^']+)', '[^']+'\)\}/g, '$1').replaceAll(/\$\{[^}]*\}/g, 'one'))

it('each line that the server writes into the log is known in Estonian', () => {
  expect(written.length).toBeGreaterThan(60)
  expect(written.filter((line) => sayLine(line, 'et').language === 'en')).toEqual([])
})

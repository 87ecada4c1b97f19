import { describe, expect, it } from 'vitest'
import { languages, type Language } from '#kernel/messages.ts'
import type { Contract, Procedure } from '#kernel/procedures.ts'
import { checkTexts } from '#studio/registrations/messages/check.ts'
import { checkedRules } from '#studio/registrations/rules/check.ts'
import { explain, type RefusalTexts } from '#web/refusals.ts'
import { condition, disabledButtons, settled, shown, silentButtons } from '#server/testing/waysOut.ts'

/** The source text of every file that these tests inspect. */
const sources: Record<string, string> = import.meta.glob(
  ['/src/studio/**/*.{ts,tsx}', '/src/web/**/*.{ts,tsx}', '/src/server/*.ts', '!**/*.test.{ts,tsx}'],
  { eager: true, query: '?raw', import: 'default' },
)
const contracts = Object.values(
  import.meta.glob<Record<string, Contract>>('/src/studio/*/contract.ts', { eager: true }),
).flatMap((exported) => Object.values(exported))
const dictionaries = import.meta.glob<Record<string, unknown>>(
  ['/src/studio/*/messages.ts', '/src/studio/*/messages/*.ts', '/src/web/messages.ts'],
  { eager: true },
)

/** Stands in for any parameter of a refusal text. */
const anything = new Proxy({}, { get: () => '3' }) as Record<string, string>

interface Refused {
  readonly command: string
  readonly code: string
}
const isCommand = (procedure: Procedure) => procedure.kind === 'command'
const refused: Refused[] = contracts.flatMap((contract) =>
  Object.values(contract)
    .filter(isCommand)
    .flatMap((command) =>
      ('refuses' in command ? command.refuses : []).map((code) => ({ command: command.name, code })),
    ),
)

const isServer = (file: string) => /\/server(\/|\.ts$)|\/(contract|calls|tables|events)\.ts$/.test(file)
const screens = Object.keys(sources).filter((file) => !isServer(file))

/** Source text by the file names that waysOut.ts uses. */
const sourceOf = (file: string) => sources[`/src/studio/${file}`] ?? sources[`/src/${file}`] ?? ''

/** The path that an import specifier points to. */
function resolved(from: string, to: string): string {
  if (to.startsWith('#')) return `/src/${to.slice(1)}`
  return new URL(to, `file://${from}`).pathname
}
interface Imported {
  readonly name: string
  readonly as: string
  readonly file: string
}
const importsOf = (file: string): Imported[] =>
  [...(sources[file] ?? '').matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, names = '', to = '']) =>
      names
        .split(',')
        .map((part) => part.replace(/^\s*type /, '').trim())
        .filter(Boolean)
        .map((part) => {
          const [name = '', as = name] = part.split(' as ')
          return { name, as, file: resolved(file, to) }
        }),
  )

/** The commands that a file of the browser calls. */
function commandsIn(file: string): string[] {
  const calls = importsOf(file).filter((imported) => imported.file.endsWith('/calls.ts'))
  return calls.flatMap(({ as, name }) =>
    [...(sources[file] ?? '').matchAll(new RegExp(`\\b${as}\\.(\\w+)`, 'g'))].map(([, key]) => `${name}.${key}`),
  )
}

/** The dictionaries that a file uses to explain refusals. */
function explainedIn(file: string): RefusalTexts[] {
  const used = [...(sources[file] ?? '').matchAll(/useRefusalText\(([^)]*)\)/g)].flatMap(([, inside = '']) =>
    inside.match(/\w+/g),
  )
  return importsOf(file)
    .filter(({ as, file }) => used.includes(as) && dictionaries[file])
    .map(({ name, file }) => dictionaries[file]?.[name] as RefusalTexts)
}

/** Imports of each file: a file may leave it to a file that it imports, or that imports it, to explain a refusal. */
const neighbours = new Map(
  screens.map((file) => [file, importsOf(file).flatMap((to) => (sources[to.file] ? [to.file] : []))]),
)
function around(file: string): string[] {
  const users = screens.filter((other) => neighbours.get(other)?.includes(file))
  const shared = [file, ...users].flatMap((one) => [one, ...(neighbours.get(one) ?? [])])
  return [...new Set(shared)]
}

const words = (code: string, language: Language, from: readonly RefusalTexts[]) =>
  explain({ code, params: anything }, language, from)
const isUnknown = (text: string, language: Language) => text === words('nobodyKnowsThis', language, [])

/** Files whose commands are explained by a file further away than that. */
const explainedBy: Record<string, string> = {
  '/src/studio/papers/parts/MyPapers.tsx': '/src/studio/papers/parts/InvoiceDialog.tsx',
  '/src/studio/door/pages/WalkIn.tsx': '/src/studio/door/parts/NotSent.tsx',
  '/src/studio/door/parts/marks.ts': '/src/studio/door/parts/NotSent.tsx',
  '/src/studio/door/parts/unsent.ts': '/src/studio/door/parts/NotSent.tsx',
  '/src/studio/papers/parts/UserPapers.tsx': '/src/studio/papers/parts/InvoiceDialog.tsx',
}
function explainedAt(file: string): RefusalTexts[] {
  const by = explainedBy[file] ?? file
  const own = explainedIn(by)
  return own.length > 0 ? own : around(by).flatMap(explainedIn)
}

/** Matches a text that says what to do, when, or whom to ask. */
const advice: Record<Language, RegExp> = {
  en: /\b(please|choose|look|pay|press|enter|load|raise|register|refuse|archived?|ask|undo|use|search|rename|remove|delete|close|first|instead|contact|wait|as soon as|sign in|add|mark|note|give|cancel|take|join|change|write|invite|check|merge)\b/i,
  et: /palun|vali\b|vaata|tasu\b|vajuta|sisesta|laadi|suurenda|registreeri\b|keeldu|arhiveeri|küsi|võta\b|kasuta\b|otsi\b|nimeta|eemalda|kustuta|sulge|enne\b|kirjuta|oota\b|niipea|logi\b|lisa\b|märgi\b|anna\b|loobu|tühista\b|mine\b|minna|muuda\b|saada\b|saad kohe|kutsu|kontrolli|liida|kui stuudio/iu,
}
const declared = (key: string) => {
  const code = key.split('.')[1] ?? ''
  return [condition, settled, shown].some((ways) => Object.hasOwn(ways, key) || Object.hasOwn(ways, `*.${code}`))
}

/** Command name -> files that call it. */
const callers = new Map<string, string[]>()
for (const file of screens)
  for (const command of commandsIn(file)) callers.set(command, [...(callers.get(command) ?? []), file])

describe('every refusal', () => {
  it('is declared in a contract, and each of its commands is called by some screen', () => {
    expect(refused.length).toBeGreaterThan(400)
    const commands = [...new Set(refused.map(({ command }) => command))]
    expect(commands.filter((command) => !callers.has(command))).toEqual([])
  })

  it.each(languages)('has a text in every file that calls its command (%s)', (language) => {
    const silent = refused.flatMap(({ command, code }) =>
      (callers.get(command) ?? [])
        .filter((file) => isUnknown(words(code, language, explainedAt(file)), language))
        .map((file) => `${command}: ${code} in ${file}`),
    )
    expect(silent).toEqual([])
  })

  it.each(languages)(
    'says what helps, unless a declared way out leads there or nothing can be done (%s)',
    (language) => {
      const out = refused.flatMap(({ command, code }) =>
        (callers.get(command) ?? []).flatMap((file) => {
          const said = words(code, language, explainedAt(file))
          return advice[language].test(said) ? [] : [`${command.split('.')[0]}.${code} | ${said}`]
        }),
      )
      expect([...new Set(out)].filter((line) => !declared(line.split(' | ')[0] ?? ''))).toEqual([])
    },
  )
})

describe('the result of checking a person', () => {
  it.each(languages)('has texts for each rule, kept and broken, and a way out of each (%s)', (language) => {
    const { rules, ways } = checkTexts[language]
    const facts = { taken: 1, held: 1, places: 1, open: 1, overdue: 1, most: 1 }
    expect(Object.keys(rules)).toEqual([...checkedRules])
    for (const rule of checkedRules) {
      expect(rules[rule].kept(facts)).not.toBe(rules[rule].broken(facts))
      expect(ways[rule]).not.toBe('')
    }
  })
})

describe('the declared ways out', () => {
  const keys = [condition, settled, shown].flatMap((ways) => Object.keys(ways))

  it('each belong to an existing refusal and are declared once', () => {
    const codes = new Set(refused.flatMap(({ command, code }) => [`${command.split('.')[0]}.${code}`, `*.${code}`]))
    expect(keys.filter((key) => !codes.has(key))).toEqual([])
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it('appear in the file that they are declared for', () => {
    const places = Object.values(shown).flat()
    expect(places.filter(([file, what]) => !sourceOf(file).includes(what))).toEqual([])
  })
})

describe('every field error', () => {
  /** Error codes in the source of the check functions; names of fields do not match. */
  const fieldCodes = Object.keys(sources)
    .filter((file) => /\/studio\/\w+\/(rules|server)/.test(file))
    .flatMap((file) => {
      const source = sources[file] ?? ''
      return [...source.matchAll(/export (?:const|function) check\w+[^]*?\n\}?\n/g)].flatMap(([body]) =>
        [...body.matchAll(/(?:\? |: |\|\| |return |&& |= )\(?'([a-z]+[A-Z]\w+)'/g)].map(([, code = '']) => ({
          file,
          code,
        })),
      )
    })
  const conceptOf = (file: string) => file.split('/')[3] ?? ''

  it('is found in the sources', () => expect(fieldCodes.length).toBeGreaterThan(60))

  it.each(languages)('has a text (%s)', (language) => {
    const silent = fieldCodes.filter(({ file, code }) => {
      const own = screens.filter((screen) => conceptOf(screen) === conceptOf(file)).flatMap(explainedIn)
      return isUnknown(words(code, language, own), language)
    })
    expect(silent).toEqual([])
  })
})

describe('every disabled button', () => {
  const server = Object.keys(sources).filter((file) => isServer(file) || /\/rules(\/|\.ts$)/.test(file))
  /** Whether the file contains this whole word. */
  const names = (file: string, word: string) => new RegExp(`\\b${word}\\b`).test(sources[file] ?? '')
  const isOfDesign = (file: string) => file.startsWith('/src/web/')
  const withReason = screens.filter((file) => !isOfDesign(file) && /\bwhy(Disabled|Not)\b/.test(sources[file] ?? ''))

  it('takes its reason from a rule that the server refuses by, or says that the form is incomplete', () => {
    expect(withReason.map((file) => file.replace('/src/studio/', '')).toSorted()).toEqual(
      Object.keys(disabledButtons).toSorted(),
    )
    const notTheServers = Object.entries(disabledButtons).flatMap(([file, { rules = [] }]) =>
      rules.filter((rule) => !server.some((one) => names(one, rule))).map((rule) => `${file}: ${rule}`),
    )
    expect(notTheServers).toEqual([])
    const notAsked = Object.entries(disabledButtons).flatMap(([file, { rules = [] }]) =>
      rules
        .filter((rule) => !around(`/src/studio/${file}`).some((one) => names(one, rule)))
        .map((rule) => `${file}: ${rule}`),
    )
    expect(notAsked).toEqual([])
    const nothingSaid = Object.entries(disabledButtons).filter(([, { rules, form }]) => !rules && !form)
    expect(nothingSaid).toEqual([])
  })

  it('has no reason only while pending, or where waysOut.ts declares it', () => {
    const silent = screens.flatMap((file) => {
      const source = sources[file] ?? ''
      return [...source.matchAll(/\bdisabled=\{([^}]*)\}/g)]
        .filter(({ index }) =>
          /^(Icon)?Button\b/.test(
            source
              .slice(source.lastIndexOf('\n', source.lastIndexOf('<', index)) + 1, index)
              .trim()
              .replace(/^[^<]*</, ''),
          ),
        )
        .map(([, when = '']) => [file.replace('/src/studio/', ''), when])
        .filter(([, when]) => when !== 'pending' && when !== 'props.pending')
    })
    expect(silent.map(([file, when]) => `${file}: ${when}`).toSorted()).toEqual(Object.keys(silentButtons).toSorted())
  })
})

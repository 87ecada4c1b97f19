import { describe, expect, it } from 'vitest'
import { languages, type Language } from '#kernel/messages.ts'
import type { Contract, Procedure } from '#kernel/procedures.ts'
import { checkTexts } from '#studio/registrations/messages/check.ts'
import { checkedRules } from '#studio/registrations/rules/check.ts'
import { explain, type RefusalTexts } from '#web/refusals.ts'
import { condition, disabledButtons, settled, shown, silentButtons } from './waysOut.ts'

/** Every file of the product that this looks into, as it is written. */
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

/** A value for whatever a sentence may name. */
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

/** As the ways out name a file. */
const sourceOf = (file: string) => sources[`/src/studio/${file}`] ?? sources[`/src/${file}`] ?? ''

/** Where a specifier of an import leads to. */
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

/** The commands that a file of the browser names. */
function commandsIn(file: string): string[] {
  const calls = importsOf(file).filter((imported) => imported.file.endsWith('/calls.ts'))
  return calls.flatMap(({ as, name }) =>
    [...(sources[file] ?? '').matchAll(new RegExp(`\\b${as}\\.(\\w+)`, 'g'))].map(([, key]) => `${name}.${key}`),
  )
}

/** The dictionaries from which a file explains refusals. */
function explainedIn(file: string): RefusalTexts[] {
  const used = [...(sources[file] ?? '').matchAll(/useRefusalText\(([^)]*)\)/g)].flatMap(([, inside = '']) =>
    inside.match(/\w+/g),
  )
  return importsOf(file)
    .filter(({ as, file }) => used.includes(as) && dictionaries[file])
    .map(({ name, file }) => dictionaries[file]?.[name] as RefusalTexts)
}

/** Files that know each other: whoever names a command may leave it to another to explain what comes back. */
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

/** Files that hand a command on to one that is further away. */
const explainedBy: Record<string, string> = {
  '/src/studio/papers/parts/MyPapers.tsx': '/src/studio/papers/parts/InvoiceDialog.tsx',
  '/src/studio/door/pages/WalkIn.tsx': '/src/studio/door/parts/NotSent.tsx',
  '/src/studio/door/parts/marks.ts': '/src/studio/door/parts/NotSent.tsx',
  '/src/studio/papers/parts/UserPapers.tsx': '/src/studio/papers/parts/InvoiceDialog.tsx',
}
function explainedAt(file: string): RefusalTexts[] {
  const by = explainedBy[file] ?? file
  const own = explainedIn(by)
  return own.length > 0 ? own : around(by).flatMap(explainedIn)
}

/** A sentence that says what to do, or when, or whom to ask. */
const advice: Record<Language, RegExp> = {
  en: /\b(please|choose|look|pay|press|enter|load|raise|register|refuse|archived?|ask|undo|use|search|rename|remove|delete|close|first|instead|contact|wait|as soon as|sign in|add|mark|note|give|cancel|take|join|change|write|invite|check|merge)\b/i,
  et: /palun|vali\b|vaata|tasu\b|vajuta|sisesta|laadi|suurenda|registreeri\b|keeldu|arhiveeri|küsi|võta\b|kasuta\b|otsi\b|nimeta|eemalda|kustuta|sulge|enne\b|kirjuta|oota\b|niipea|logi\b|lisa\b|märgi\b|anna\b|loobu|tühista\b|mine\b|minna|muuda\b|saada\b|saad kohe|kutsu|kontrolli|liida|kui stuudio/iu,
}
const declared = (key: string) => {
  const code = key.split('.')[1] ?? ''
  return [condition, settled, shown].some((ways) => Object.hasOwn(ways, key) || Object.hasOwn(ways, `*.${code}`))
}

/** Who calls a command, and what its refusals are said with there. */
const callers = new Map<string, string[]>()
for (const file of screens)
  for (const command of commandsIn(file)) callers.set(command, [...(callers.get(command) ?? []), file])

describe('every refusal', () => {
  it('is found', () => {
    expect(refused.length).toBeGreaterThan(400)
    const commands = [...new Set(refused.map(({ command }) => command))]
    expect(commands.filter((command) => !callers.has(command))).toEqual([])
  })

  it.each(languages)('has words wherever it can come back (%s)', (language) => {
    const silent = refused.flatMap(({ command, code }) =>
      (callers.get(command) ?? [])
        .filter((file) => isUnknown(words(code, language, explainedAt(file)), language))
        .map((file) => `${command}: ${code} in ${file}`),
    )
    expect(silent).toEqual([])
  })

  it.each(languages)('says what helps, or leads there, or there is nothing to do (%s)', (language) => {
    const out = refused.flatMap(({ command, code }) =>
      (callers.get(command) ?? []).flatMap((file) => {
        const said = words(code, language, explainedAt(file))
        return advice[language].test(said) ? [] : [`${command.split('.')[0]}.${code} | ${said}`]
      }),
    )
    expect([...new Set(out)].filter((line) => !declared(line.split(' | ')[0] ?? ''))).toEqual([])
  })
})

describe('what staff see who check a person', () => {
  it.each(languages)('has each rule, kept and broken, and a way out of each (%s)', (language) => {
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

  it('are each of a refusal that there is, and declared once', () => {
    const codes = new Set(refused.flatMap(({ command, code }) => [`${command.split('.')[0]}.${code}`, `*.${code}`]))
    expect(keys.filter((key) => !codes.has(key))).toEqual([])
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it('stand where they are said to stand', () => {
    const places = Object.values(shown).flat()
    expect(places.filter(([file, what]) => !sourceOf(file).includes(what))).toEqual([])
  })
})

describe('every field that is wrong', () => {
  /** What a check of a form gives back, as it is written in its rules; names of fields are none. */
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

  it('is found', () => expect(fieldCodes.length).toBeGreaterThan(60))

  it.each(languages)('has words (%s)', (language) => {
    const silent = fieldCodes.filter(({ file, code }) => {
      const own = screens.filter((screen) => conceptOf(screen) === conceptOf(file)).flatMap(explainedIn)
      return isUnknown(words(code, language, own), language)
    })
    expect(silent).toEqual([])
  })
})

describe('every disabled button', () => {
  const server = Object.keys(sources).filter((file) => isServer(file) || /\/rules(\/|\.ts$)/.test(file))
  /** A whole word. */
  const names = (file: string, word: string) => new RegExp(`\\b${word}\\b`).test(sources[file] ?? '')
  const isOfDesign = (file: string) => file.startsWith('/src/web/')
  const withReason = screens.filter((file) => !isOfDesign(file) && /\bwhy(Disabled|Not)\b/.test(sources[file] ?? ''))

  it('gets its sentence from a rule that the server refuses by, or says that its form is not filled in', () => {
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

  it('is silent only while it works, or where that is declared', () => {
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

import fc from 'fast-check'
import type * as z from 'zod/mini'

/** Texts that break careless programs. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '</script><!--<svg/onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}} ${alert(1)} #{7*7}',
  'Mari\r\nBcc: victim@example.ee\r\n\r\nHello',
  "=cmd|'/c calc'!A0",
  "'; drop table users; --",
  '\u202Emoc.live\u2066',
  '\u200B\u2060\u3164',
  '💃🏽👩‍👩‍👧‍👦🇪🇪',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'x'.repeat(10_000),
]

const ORDINARY = [
  '',
  ' ',
  'Mari',
  '2026-03-12',
  '2026-02-30',
  '18:00',
  '19:30',
  '2026-03',
  'SUMMER10',
  'a@b.ee',
  'gold',
  // shaped like keys and tokens
  'BKd0FOnxC8Vd7zmUa-key_',
  `B${'Kd0FOnxC8Vd7zmUa-key_'.repeat(5).slice(0, 86)}`,
]
const NUMBERS = [-1, 0, 1, 2, 3, 7, 50, 100, 1500, 2026, 2 ** 31, -(2 ** 31), 1e7, Number.MAX_SAFE_INTEGER]

const fits = (schema: z.core.$ZodType, value: unknown): boolean => (schema as z.ZodMiniType).safeParse(value).success

/** Inputs that match a procedure's schema, using `ids` for ids: valid in shape, rarely in meaning. */
export function fitting(
  schema: z.core.$ZodType,
  ids: readonly string[],
  { optional = true }: { /** False leaves out all that may be. */ readonly optional?: boolean } = {},
): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape)
      const isRequired = ([, inner]: (typeof fields)[number]) =>
        (inner as z.core.$ZodTypes)._zod.def.type !== 'optional'
      const requiredKeys = fields.filter(isRequired).map(([name]) => name)
      const shape = fields
        .filter((field) => optional || isRequired(field))
        .map(([name, inner]) => [name, fitting(inner, ids)] as const)
      return fc.record(Object.fromEntries(shape), { noNullPrototype: true, requiredKeys })
    }
    case 'array':
      return fc.array(fitting(def.element, ids), { maxLength: 4 }).filter((value) => fits(schema, value))
    case 'optional':
      return fitting(def.innerType, ids)
    case 'nullable':
      return fc.oneof(fc.constant(null), fitting(def.innerType, ids))
    case 'union':
      return fc.oneof(...def.options.map((option) => fitting(option, ids)))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fc.constantFrom(...NUMBERS.filter((value) => fits(schema, value)))
    case 'string':
      return textFitting(schema, ids)
    default:
      throw new Error(`No input of the type ${def.type} is known here: teach src/server/testing/inputs.ts.`)
  }
}

// any code points, including unpaired surrogates; fast-check's own generator for them starts slowly
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 60 })
  .map((points) => String.fromCodePoint(...points))

function textFitting(schema: z.core.$ZodType, ids: readonly string[]): fc.Arbitrary<string> {
  const known = [...ids, ...ORDINARY, ...HOSTILE_TEXTS].filter((text) => fits(schema, text))
  // a field with a format, such as a date, accepts no other text
  return fits(schema, 'any text')
    ? fc.oneof(
        fc.constantFrom(...known),
        anyText.filter((text) => fits(schema, text)),
      )
    : fc.constantFrom(...known)
}

/** Schemas of all texts in an input, by their path. */
export function textsIn(schema: z.core.$ZodType, path = ''): [path: string, schema: z.ZodMiniType][] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`))
    case 'array':
      return textsIn(def.element, `${path}[]`)
    case 'optional':
    case 'nullable':
      return textsIn(def.innerType, path)
    case 'union':
      return def.options.flatMap((option) => textsIn(option, path))
    case 'string':
      return [[path, schema as z.ZodMiniType]]
    default:
      return []
  }
}

/** Invalid inputs of a hostile client: a field broken, missing or added, or another value altogether. */
export function unfitting(schema: z.core.$ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  const good = fitting(schema, ids) as fc.Arbitrary<Record<string, unknown>>
  const bad = fc.oneof(fc.anything({ maxDepth: 2 }), fc.constantFrom(...HOSTILE_TEXTS))
  const spoilt = fc.tuple(good, fc.nat(), bad).map(([input, at, value]) => {
    const names = Object.keys(input)
    return names.length === 0 ? value : { ...input, [names[at % names.length] as string]: value }
  })
  const short = fc.tuple(good, fc.nat()).map(([input, at]) => {
    const names = Object.keys(input)
    return Object.fromEntries(Object.entries(input).filter(([name]) => name !== names[at % names.length]))
  })
  return fc.oneof(
    spoilt,
    short,
    good.map((input) => ({ ...input, ...EXTRA_FIELDS })),
    bad,
  )
}

/** Extra fields that no input has and that an attacker might try. */
export const EXTRA_FIELDS: Readonly<Record<string, unknown>> = {
  role: 'admin',
  emailVerified: true,
  emailVerifiedAt: 1,
  active: true,
  price: 0,
  actualAmount: 0,
  status: 'confirmed',
  userId: 'somebody-else',
  id: 'chosen-by-me',
  createdAt: 0,
  constructor: { prototype: { role: 'admin' } },
}

/** One fixed valid input, without optional fields. */
export const sampleInput = (schema: z.core.$ZodType, ids: readonly string[] = ['none']): Record<string, unknown> =>
  fc.sample(fitting(schema, ids, { optional: false }), { seed: 1, numRuns: 1 })[0] as Record<string, unknown>

import { expect, it } from 'vitest'
import { isBlank, isMisleading } from './visible.ts'

it.each(['', '   ', '\u00A0\u3000', '\u200B\u2060', '\u3164', '\u115F\u1160', '\u2800', '\u202E', '\uFE0F', '\t\n'])(
  'finds %j blank',
  (text) => expect(isBlank(text)).toBe(true),
)

it.each(['Mari', 'Õ', '李', '👩‍👧', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می‌خواهم', "O'Neill-Kask", ' Ann Mari '])(
  'accepts %j as a name that is not blank',
  (name) => {
    expect(isBlank(name)).toBe(false)
    expect(isMisleading(name)).toBe(false)
  },
)

it.each(['Ma\u202Eri', '\u2066Mari\u2069', 'Ma\u200Bri', 'Ma\u00ADri', 'Mari\u200F', 'Ma\nri', 'Ma\u2028ri', 'Ma\0ri'])(
  'finds %j misleading',
  (name) => expect(isMisleading(name)).toBe(true),
)

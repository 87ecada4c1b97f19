import { describe, expect, it } from 'vitest'
import { languages } from '#kernel/messages.ts'
import { classes } from './contract.ts'
import { categoryName, refusals } from './messages.ts'
import { checkClass } from './rules.ts'

it.each(languages)('has a text for every refusal of a class and of its fields (%s)', (language) => {
  const short = checkClass({ name: 'A', description: 'a'.repeat(301), defaultMaxParticipants: 0, categories: [] })
  const long = checkClass({ name: 'A'.repeat(51), description: '', defaultMaxParticipants: 101, categories: [] })
  const codes = [
    ...classes.create.refuses,
    ...classes.update.refuses,
    'fieldEdited',
    ...Object.values(short),
    ...Object.values(long),
  ]
  expect(codes.filter((code) => !Object.hasOwn(refusals[language], code))).toEqual([])
})

describe('the name of a category', () => {
  it("is in the reader's language", () => {
    expect(categoryName('Girl Group', 'en')).toBe('Girl Group')
    expect(categoryName('Girl Group', 'et')).toBe('Tüdrukute grupp')
  })

  it('is its own word when the studio has no other', () => {
    expect(categoryName('Teens', 'et')).toBe('Teens')
    expect(categoryName('constructor', 'et')).toBe('constructor')
  })
})

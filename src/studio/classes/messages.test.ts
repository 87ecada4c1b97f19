import { expect, it } from 'vitest'
import { languages } from '#kernel/messages.ts'
import { classes } from './contract.ts'
import { refusals } from './messages.ts'
import { checkClass } from './rules.ts'

it.each(languages)('has a text for every refusal of a class and of its fields (%s)', (language) => {
  const short = checkClass({ name: 'A', description: 'a'.repeat(301), defaultMaxParticipants: 0, categories: [] }, [])
  const long = checkClass({ name: 'A'.repeat(51), description: '', defaultMaxParticipants: 101, categories: [] }, [])
  const codes = [
    ...classes.create.refuses,
    ...classes.update.refuses,
    'fieldEdited',
    ...Object.values(short),
    ...Object.values(long),
  ]
  expect(codes.filter((code) => !Object.hasOwn(refusals[language], code))).toEqual([])
})

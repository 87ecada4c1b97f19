import { expect, it } from 'vitest'
import { languages } from '#kernel/messages.ts'
import { commands } from '#server/studio.ts'
import { deeds } from '#studio/privacy/messages/deeds.ts'

it.each(languages)('has a text for what each command did (%s)', (language) => {
  expect([...commands.keys()].toSorted()).toEqual(Object.keys(deeds[language]).toSorted())
})

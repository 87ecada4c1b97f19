import { inBoth, messages } from '#kernel/messages.ts'
import { texts } from '../messages.ts'
import type { SectionName } from '../rules.ts'
import { setUpTexts } from './setUp.ts'

const names = messages(
  { setUp: [setUpTexts.en.title, setUpTexts.et.title] },
  { en: texts.en.names, et: texts.et.names },
)

const changes = messages({
  added: ['added', 'lisati'],
  edited: ['edited', 'muudeti'],
  renamed: ['renamed', 'nimetati ümber'],
  moved: ['moved', 'järjestati ümber'],
  included: ['who is included', 'kes gruppi kuuluvad'],
  archived: ['archived', 'arhiveeriti'],
  offered: ['offered again', 'pakutakse taas'],
  deleted: ['deleted', 'kustutati'],
})
export type Change = keyof typeof changes.en

/** Rooms and class categories are logged as settings too, although other modules own them. */
export const logLines = inBoth(
  messages({
    saved: [
      (section: SectionName) => `Settings saved: ${names.en[section]}.`,
      (section) => `Seaded salvestati: ${names.et[section]}.`,
    ],
    listSaved: [
      (list: 'categories' | 'rooms', change: Change) => `Settings saved: ${names.en[list]} (${changes.en[change]}).`,
      (list, change) => `Seaded salvestati: ${names.et[list]} (${changes.et[change]}).`,
    ],
    termsSaved: [
      (version: number) => `Terms saved: version ${version}.`,
      (version) => `Tingimused salvestati: versioon ${version}.`,
    ],
  }),
)

import { inBoth, messages, within, type Language } from '#kernel/messages.ts'
import { texts } from '../messages.ts'
import type { AttendanceValue } from '../rules.ts'

const taken = { en: 'mark taken back', et: 'märge tagasi võetud' }
const said = (value: AttendanceValue | null, language: Language) =>
  value === null ? taken[language] : within(texts[language][value])

export const logLines = inBoth(
  messages({
    marked: [
      (name: string, value: AttendanceValue | null) => `Attendance of ${name}: ${said(value, 'en')}.`,
      (name, value) => `Kohalolek, ${name}: ${said(value, 'et')}.`,
    ],
    outdated: [
      (name: string, value: AttendanceValue | null) =>
        `Attendance of ${name}: ${said(value, 'en')}, but a later tap counts.`,
      (name, value) => `Kohalolek, ${name}: ${said(value, 'et')}, kuid kehtib hilisem märge.`,
    ],
  }),
)

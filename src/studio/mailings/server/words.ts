import type { CommandContext } from '#server/procedures.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import type { Reader } from '#studio/notices/server/readers.ts'
import { span } from '#kernel/clock.ts'
import { letters } from '../messages/letters.ts'
import { paragraphsOf } from '../rules.ts'
import type { mailings } from '../tables.ts'
import type { Target } from './audience.ts'

/** The message with its subject and author. */
export function wordsOf(
  { settings }: Pick<CommandContext, 'settings'>,
  { kind, title, subject, text, author, scheduleId, courseId }: typeof mailings.$inferSelect,
  target: Target | null,
): (reader: Reader) => NoticeText {
  const ofCourse = courseId === null ? null : `/course/${courseId}`
  const path = scheduleId === null ? ofCourse : `/class/${scheduleId}`
  return ({ language }) => {
    const t = letters[language]
    const when = target?.times ? span(language, settings.timeZone, target.times) : ''
    const about = [title, when].filter(Boolean).join(', ')
    return {
      subject,
      paragraphs: paragraphsOf(text),
      facts: [
        ...(kind === 'class' || kind === 'course' ? [{ label: t.about[kind], value: about }] : []),
        ...(author === '' ? [] : [{ label: t.writtenBy, value: author }]),
      ],
      ...(path !== null && { button: { label: t.see, path } }),
      // the text may name people, so a push message on a locked screen shows only the audience
      push: { title: t.fromStudio, body: title === '' || kind === 'people' ? t.news : title, path: '/dashboard' },
    }
  }
}

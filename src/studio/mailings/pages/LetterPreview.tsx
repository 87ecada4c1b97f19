import { letterTexts } from '#studio/notices/messages.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { fullName } from '#studio/accounts/rules.ts'
import { texts } from '../messages.ts'
import { letters } from '../messages/letters.ts'
import { paragraphsOf, type Audience } from '../rules.ts'

/** Preview of the e-mail, for a reader with the writer's name and language. */
export function LetterPreview(props: {
  audience: Audience
  about: string
  message: { readonly subject: string; readonly text: string }
}) {
  const { audience, about, message } = props
  const t = useTexts(texts)
  const letter = useTexts(letters)
  const { language } = useLanguage()
  const word = letterTexts[language]
  const { displayName, familyName } = useMe()
  const { name } = useStudio()
  const paragraphs = paragraphsOf(message.text)
  const { kind } = audience
  const ofBooking = kind === 'class' || kind === 'course'
  return (
    <section aria-label={t.preview} className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg text-brand">{t.preview}</h2>
        <p className="text-sm text-muted">{t.previewHint}</p>
      </div>
      <p className="font-semibold wrap-anywhere">{message.subject.trim() || t.noSubject}</p>
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-6 wrap-anywhere">
        <p className="font-display text-xl font-bold">{word.greeting(displayName ?? '')}</p>
        {(paragraphs.length > 0 ? paragraphs : [t.noText]).map((paragraph, index) => (
          <p key={index} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
        <dl className="flex flex-col gap-1 rounded-control bg-brand-soft px-4 py-3 text-sm">
          {ofBooking && <Fact name={letter.about[kind]} value={about} />}
          <Fact
            name={letter.writtenBy}
            value={fullName({ displayName: displayName ?? '', familyName: familyName ?? '' })}
          />
        </dl>
        {ofBooking && (
          <span className="self-start rounded-full bg-brand px-5 py-2.5 font-semibold text-on-brand">{letter.see}</span>
        )}
        <p>{word.closing(name)}</p>
      </div>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}

import { useState } from 'react'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { Section } from '#web/ui/Page.tsx'
import { mailings } from '../calls.ts'
import { texts } from '../messages.ts'
import { paragraphsOf } from '../rules.ts'
import { useAudience } from './useAudience.ts'

/** Number of messages shown at first. */
const AT_FIRST = 3

/**
 * Messages to the classes, courses and categories of everybody whom the account books for; renders nothing if there
 * are none.
 */
export function MyMessages() {
  const t = useTexts(texts)
  const formats = useFormats()
  const audience = useAudience()
  const { rows } = useFamilyRows(mailings.mine)
  const [all, setAll] = useState(false)
  // one message may be for several of these people
  const own = [...new Map(rows.map((row) => [row.id, row])).values()].toSorted((a, b) => b.at - a.at)
  if (own.length === 0) return null
  const shown = all ? own : own.slice(0, AT_FIRST)
  return (
    <Section title={t.myTitle}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {shown.map((one) => (
          <li key={one.id} aria-labelledby={`message-${one.id}`} className="flex flex-col gap-2 px-4 py-3.5">
            <span className="flex flex-col">
              <span id={`message-${one.id}`} className="font-semibold wrap-anywhere">
                {one.subject}
              </span>
              <span className="text-sm text-muted">
                <Dotted>
                  {one.kind === 'category' ? t.myGroup : audience(one)}
                  {one.author}
                  {formats.stamp(one.at)}
                </Dotted>
              </span>
            </span>
            {paragraphsOf(one.text).map((paragraph, index) => (
              <p key={index} className="max-w-prose whitespace-pre-line wrap-anywhere">
                {paragraph}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {shown.length < own.length && (
        <div>
          <Button size="small" onPress={() => setAll(true)}>
            {t.moreMine(own.length - shown.length)}
          </Button>
        </div>
      )}
    </Section>
  )
}

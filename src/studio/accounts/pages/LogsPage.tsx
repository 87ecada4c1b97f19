import { useState } from 'react'
import { texts } from '#studio/logs/messages.ts'
import { channels, type Channel } from '#studio/logs/rules.ts'
import { useTexts } from '#web/language.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { LogSection } from './LogSection.tsx'
import { chosenSections, chooseSections } from './logSections.ts'

/** The five sections of the logs, each live; which are shown is remembered in this browser. */
export function LogsPage() {
  const t = useTexts(texts)
  const [shown, setShown] = useState(chosenSections)

  function toggle(channel: Channel, checked: boolean) {
    const next = channels.filter((each) => (each === channel ? checked : shown.includes(each)))
    setShown(next)
    chooseSections(next)
  }

  return (
    <Page width="wide">
      <PageHeader title={t.title} />
      <div
        role="group"
        aria-label={t.sections}
        className="grid justify-start gap-x-6 min-[22rem]:grid-cols-[auto_auto] sm:flex sm:flex-wrap"
      >
        {channels.map((channel) => (
          <CheckboxField
            key={channel}
            label={t.channels[channel]}
            checked={shown.includes(channel)}
            onChange={(checked) => toggle(channel, checked)}
          />
        ))}
      </div>
      {shown.map((channel) => (
        <LogSection key={channel} channel={channel} />
      ))}
      {shown.length === 0 && <EmptyState text={t.noneChosen} />}
    </Page>
  )
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '#studio/logs/messages.ts'
import { channels, type Channel } from '#studio/logs/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LinksTo } from '#web/LinksTo.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useTyped } from '#web/useTyped.ts'
import { LogSection } from './LogSection.tsx'
import { chosenSections, chooseSections } from './logSections.ts'

/** The five sections of the logs, each live; which are shown is remembered in this browser. */
export function LogsPage() {
  const t = useTexts(texts)
  const [shown, setShown] = useState(chosenSections)
  const { search = '' } = useSearch({ from: '/admin/logs' })
  const navigate = useNavigate()
  // each section begins with its newest lines again
  const [typed, setTyped] = useTyped(search, (text) => {
    void navigate({ to: '/admin/logs', search: { search: text || undefined }, replace: true })
  })

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
      <div className="sm:max-w-md">
        <SearchField label={t.searchLabel} hideLabel placeholder={t.searchLabel} value={typed} onChange={setTyped} />
      </div>
      {shown.length > 1 && (
        <div className="-my-2 -ml-4 sm:hidden">
          <LinksTo label={t.goTo} links={shown.map((channel) => ({ id: channel, title: t.channels[channel] }))} />
        </div>
      )}
      {shown.map((channel) => (
        <div key={channel} id={channel} className="min-w-0 scroll-mt-24">
          <LogSection channel={channel} />
        </div>
      ))}
      {shown.length === 0 && <EmptyState text={t.noneChosen} />}
    </Page>
  )
}

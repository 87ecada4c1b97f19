import { ArrowDown } from 'lucide-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '#studio/logs/messages.ts'
import { channels, type Channel } from '#studio/logs/rules.ts'
import { useTexts } from '#web/language.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
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
  // each section starts with its newest lines again
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
        className="max-sm:divide-y max-sm:divide-line max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:shadow-card sm:flex sm:flex-wrap sm:gap-x-6"
      >
        {channels.map((channel) => (
          <div key={channel} className="flex items-center justify-between">
            <CheckboxField
              label={t.channels[channel]}
              checked={shown.includes(channel)}
              onChange={(checked) => toggle(channel, checked)}
            />
            {/* on a phone the sections stand far below each other */}
            {shown.includes(channel) && shown.length > 1 && (
              <span className="-mr-3 sm:hidden">
                <LinkButton
                  to="."
                  search={(before) => before}
                  hash={channel}
                  replace
                  variant="quiet"
                  round
                  icon={<ArrowDown aria-hidden="true" className="size-5" />}
                >
                  {t.goTo(t.channels[channel])}
                </LinkButton>
              </span>
            )}
          </div>
        ))}
      </div>
      <div className="sm:max-w-md">
        <SearchField label={t.searchLabel} hideLabel placeholder={t.searchLabel} value={typed} onChange={setTyped} />
      </div>
      {shown.map((channel) => (
        <div key={channel} id={channel} className="min-w-0">
          <LogSection channel={channel} />
        </div>
      ))}
      {shown.length === 0 && <EmptyState text={t.noneChosen} />}
    </Page>
  )
}

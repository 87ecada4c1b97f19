import { useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ClassesAtDoor } from '../parts/ClassesAtDoor.tsx'
import { NeedsALook } from '../parts/NotSent.tsx'
import { UnsentMoney } from '../parts/UnsentMoney.tsx'
import { useSending } from '../parts/useOutbox.ts'
import { useRoster } from '../parts/useRoster.ts'
import { classAtDoor, staysInView } from '../rules.ts'
import { texts } from '../messages.ts'
import { door } from '../calls.ts'
import { ClassAtDoor } from './ClassAtDoor.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** The door screen: for one-handed use while a class begins. */
export function DoorPage() {
  const t = useTexts(texts)
  const { stamp } = useFormats()
  const { accountId } = useMe()
  const navigate = useNavigate()
  const { class: chosen } = useSearch({ from: '/door' })
  const { live, days, asOf, isSettled } = useRoster()
  useSending()
  const now = useNow()
  const [shown, setShown] = useState<string | null>(null)
  if (days === null) {
    return (
      <Page>
        <PageHeader title={t.title} />
        <LiveContent live={live} failed={t.loadFailed} retry={() => retryLive(door.days, {})}>
          {() => null}
        </LiveContent>
        <UnsentMoney />
        <NeedsALook />
      </Page>
    )
  }
  const named = (id: string | null | undefined) => days.entries.find((one) => one.id === id)
  const underThumb = named(shown)
  const stays = underThumb && staysInView(underThumb, now) ? underThumb : null
  const entry = named(chosen) ?? stays ?? classAtDoor(days.entries, accountId, now)
  if (entry !== null && entry.id !== shown && isSettled) setShown(entry.id)
  return (
    <Page>
      <div data-works-offline className="flex flex-col gap-3">
        {entry === null || accountId === null ? (
          <>
            <PageHeader title={t.title} />
            <EmptyState text={t.none} />
          </>
        ) : (
          <>
            <ClassesAtDoor
              entries={days.entries}
              chosen={entry.id}
              onChoose={(id) => void navigate({ to: '/door', search: { class: id }, replace: true })}
            />
            <ClassAtDoor key={entry.id} entry={entry} accountId={accountId} />
          </>
        )}
        {asOf !== null && <p className="text-sm text-muted">{t.asOf(stamp(asOf))}</p>}
        <UnsentMoney />
        <NeedsALook />
      </div>
    </Page>
  )
}

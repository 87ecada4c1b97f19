import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChoice } from '#web/useChoice.ts'
import { useEffect, useRef, useState } from 'react'
import { DeskLink } from '#web/DeskLink.tsx'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { words } from '#web/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { ByWidth, MENU_REM } from '#web/ui/ByWidth.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { registrations } from '../calls.ts'
import type { UpcomingEntry } from '../contract.ts'
import { deskTexts } from '../messages/desk.ts'
import { laterSpan, LONGEST_SPAN, spanOf } from '../rules.ts'
import { EntryCards } from './EntryCards.tsx'
import { PersonPanel, WaysForNobody } from './PersonPanel.tsx'

const FIRST_WEEKS = 8

/** Class Registration: staff register a person for a class. The URL keeps class and person. */
export function ClassRegistrationPage() {
  const [view, choose] = useChoice(useSearch({ from: '/admin/class-registration' }))
  const { entry: chosen, user, weeks = FIRST_WEEKS } = view
  const navigate = useNavigate()
  const t = useTexts(deskTexts)
  const entryText = useTexts(entryTexts)
  const { tryAgain } = useTexts(words)
  // true if a link leads to a class beyond the shown weeks
  const [far, setFar] = useState(false)
  const input = { weeks: far ? LONGEST_SPAN : spanOf(weeks) }
  const live = useLive(registrations.upcoming, input)
  const kept = useSteady(live)
  const answer = kept.state === 'ready' ? kept.answer : null
  const entries = answer?.entries ?? []
  const entry = entries.find(({ id }) => id === chosen) ?? null
  if (answer?.more && chosen !== undefined && !entry && !far) setFar(true)

  const change = (search: { entry?: string | undefined; user?: string | undefined; weeks?: number | undefined }) =>
    choose({ ...view, ...search }, () =>
      navigate({
        to: '/admin/class-registration',
        search: (before) => ({ ...before, ...search }),
        replace: true,
        resetScroll: false,
      }),
    )
  const later = laterSpan(input.weeks)

  /** The user is moving through the classes with arrow keys, which choose each one on the way. */
  const [walking, setWalking] = useState(false)
  const { panel, others } = useFocus(chosen)

  const list = (
    <Section title={t.upcoming}>
      {live.state === 'failed' || live.state === 'refused' ? (
        <ErrorState
          text={entryText.loadFailed}
          retryLabel={tryAgain}
          onRetry={() => retryLive(registrations.upcoming, input)}
        />
      ) : !answer ? (
        <LoadingState label={t.upcoming} shape="rows" />
      ) : (
        <EntryList
          entries={entries}
          chosen={chosen}
          onChoose={(entry) => {
            setWalking(document.activeElement?.matches(':focus-visible') ?? false)
            change({ entry })
          }}
        />
      )}
      {answer?.more && later !== null && (
        <Button pending={live.state === 'loading'} onPress={() => change({ weeks: later })}>
          {t.later}
        </Button>
      )}
    </Section>
  )

  return (
    <Page>
      <PageHeader title={t.registration} subtitle={t.subtitle} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <section
          ref={panel}
          tabIndex={-1}
          aria-label={t.person}
          className="flex min-w-0 flex-col gap-4 outline-none lg:sticky lg:top-24"
        >
          <PersonPanel
            entry={entry}
            userId={user}
            onUser={(user) => change({ user })}
            onOtherClass={() => change({ entry: undefined })}
            onToClasses={() => {
              cardIn(others.current, undefined)?.focus({ preventScroll: true })
              others.current?.scrollIntoView()
            }}
          />
        </section>
        <ByWidth
          rem={MENU_REM}
          wide={list}
          // hide the other classes below the person, where they would be in the way
          narrow={
            (!entry || walking) && (
              <div
                ref={others}
                onBlur={({ currentTarget, relatedTarget }) => {
                  // if another window has the focus, it will come back
                  const stays = [relatedTarget, document.activeElement].some((at) => currentTarget.contains(at))
                  if (!stays && document.hasFocus()) setWalking(false)
                }}
              >
                {list}
              </div>
            )
          }
        />
        {user === undefined && entry && <ByWidth rem={MENU_REM} narrow={<WaysForNobody entry={entry} />} />}
      </div>
    </Page>
  )
}

/** Moves the focus to the person when a class is chosen, and back to the classes when another is to be chosen. */
function useFocus(chosen: string | undefined) {
  const panel = useRef<HTMLElement>(null)
  const others = useRef<HTMLDivElement>(null)
  const before = useRef(chosen)
  useEffect(() => {
    const last = before.current
    before.current = chosen
    if (last === chosen) return
    // continue from the class that was chosen last
    if (chosen === undefined) cardIn(others.current, last)?.focus()
    // the list that had the focus was removed
    else if (document.activeElement === document.body) {
      panel.current?.focus({ preventScroll: true })
      panel.current?.scrollIntoView()
    }
  }, [chosen])
  return { panel, others }
}

/** The input of a class, or the first that can be chosen. */
function cardIn(list: HTMLElement | null, id: string | undefined): HTMLInputElement | undefined {
  const cards = [...(list?.querySelectorAll('input') ?? [])].filter(({ disabled }) => !disabled)
  return cards.find(({ value }) => value === id) ?? cards[0]
}

function EntryList(props: {
  entries: readonly UpcomingEntry[]
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const t = useTexts(deskTexts)
  if (props.entries.length === 0)
    return <EmptyState text={t.noUpcoming} action={<DeskLink to="/admin/add-to-schedule" />} />
  return <EntryCards {...props} />
}

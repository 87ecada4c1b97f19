import { useState } from 'react'
import { fullName } from '#studio/accounts/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useTyped } from '#web/useTyped.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ByWidth, MENU_REM } from '#web/ui/ByWidth.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState, LoadingState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import type { UpcomingEntry } from '../contract.ts'
import { deskTexts } from '../messages/desk.ts'
import { usePlaceTexts } from '../parts/usePlaceTexts.ts'
import { PEOPLE_FOUND } from '../rules.ts'
import { RegisterCandidate } from './RegisterCandidate.tsx'
import { WaysToPay } from './WaysToPay.tsx'

interface PanelProps {
  readonly entry: UpcomingEntry | null
  readonly userId: string | undefined
  readonly onUser: (userId: string | undefined) => void
}

/** Whom to register: found by name or e-mail; then with what. */
export function PersonPanel({ entry, userId, onUser }: PanelProps) {
  const t = useTexts(deskTexts)
  const { when } = usePlaceTexts()
  return (
    <Card as="section" label={t.person}>
      <div>
        <p className="text-sm text-muted">{t.class}</p>
        <p className="font-semibold" aria-live="polite">
          {entry ? `${entry.className}, ${when(entry)}` : t.noClassChosen}
        </p>
      </div>
      {userId === undefined ? (
        <>
          <FindPerson onUser={onUser} />
          <ByWidth rem={MENU_REM} wide={<WaysForNobody entry={entry} />} />
        </>
      ) : (
        <ChosenPerson key={userId} entry={entry} userId={userId} onUser={onUser} />
      )}
    </Card>
  )
}

/** What will be pressed once somebody is chosen: below the classes where they stand one under the other. */
export function WaysForNobody({ entry }: Pick<PanelProps, 'entry'>) {
  const t = useTexts(deskTexts)
  return <WaysToPay whyNot={entry ? t.choosePerson : t.chooseClass} />
}

function ChosenPerson({ entry, userId, onUser }: PanelProps & { userId: string }) {
  const t = useTexts(deskTexts)
  return (
    <div className="flex flex-col gap-4">
      <LiveAnswer query={registrations.candidate} input={{ userId }} count={2}>
        {(candidate) =>
          candidate ? (
            <RegisterCandidate entry={entry} candidate={candidate} onDone={() => onUser(undefined)} />
          ) : (
            <Alert kind="problem">{t.personGone}</Alert>
          )
        }
      </LiveAnswer>
      <Button variant="quiet" onPress={() => onUser(undefined)}>
        {t.otherPerson}
      </Button>
    </div>
  )
}

function FindPerson({ onUser }: { onUser: (userId: string) => void }) {
  const t = useTexts(deskTexts)
  const [settled, setSettled] = useState('')
  const [typed, setTyped] = useTyped(settled, setSettled)
  const search = settled.trim()
  return (
    <div className="flex flex-col gap-3">
      <SearchField label={t.search} value={typed} onChange={setTyped} />
      {typed.trim() !== '' && search !== '' && <Found key={search} search={search} onUser={onUser} />}
    </div>
  )
}

function Found({ search, onUser }: { search: string; onUser: (userId: string) => void }) {
  const t = useTexts(deskTexts)
  const live = useLive(registrations.people, { search })
  if (live.state === 'loading') return <LoadingState label={t.searching} count={2} />
  return (
    <LiveContent live={live} retry={() => retryLive(registrations.people, { search })}>
      {({ people, more }) => (
        <div className="flex flex-col gap-2">
          <p role="status" className="text-sm text-muted">
            {more ? t.moreFound(PEOPLE_FOUND) : t.found(people.length)}
          </p>
          {people.length === 0 && <EmptyState small text={t.nobody} />}
          <ul aria-label={t.person} className="flex flex-col gap-2">
            {people.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  onClick={() => onUser(person.id)}
                  className="flex min-h-14 w-full flex-col justify-center rounded-2xl border border-line-strong bg-surface px-4 py-2 text-left transition-colors hover:border-brand hover:bg-brand-soft"
                >
                  <span className="font-semibold">{fullName(person)}</span>
                  <span className="text-sm break-all text-muted">{person.email}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </LiveContent>
  )
}

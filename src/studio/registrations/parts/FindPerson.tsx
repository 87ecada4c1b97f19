import { useState } from 'react'
import { fullName } from '#studio/accounts/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useTyped } from '#web/useTyped.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState, LoadingState } from '#web/ui/states.tsx'
import { registrations } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'
import { PEOPLE_FOUND } from '../rules.ts'

type OnUser = (userId: string, name: string) => void

/** Search for a person by name or e-mail, for staff. */
export function FindPerson({ onUser }: { onUser: OnUser }) {
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

function Found({ search, onUser }: { search: string; onUser: OnUser }) {
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
                  onClick={() => onUser(person.id, fullName(person))}
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

import { useEffect, useState } from 'react'
import { isNamed } from '#studio/attendance/parts/registrants.ts'
import { useKeptPlaces } from '#studio/attendance/parts/useKeptPlaces.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { StandIns } from '#studio/standIns/parts/StandIns.tsx'
import { TicketDialog } from '#studio/stebby/parts/TicketDialog.tsx'
import { useTexts } from '#web/language.tsx'
import { useConnectionState } from '#web/live/useLive.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { useTitle } from '#web/title.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { WholeWords } from '#web/ui/WholeWords.tsx'
import type { DoorEntry, DoorRow, DoorWay } from '../contract.ts'
import { texts } from '../messages.ts'
import { comingIn, noteCode, takeFrom, tapRow, tapsThatLetIn, withWaiting, type Owing } from '../parts/marks.ts'
import { withdraw, type Waiting } from '../parts/outbox.ts'
import { useOutbox } from '../parts/useOutbox.ts'
import { AbsentAtDoor } from './AbsentAtDoor.tsx'
import { JustLetIn, useLetIn } from './JustLetIn.tsx'
import { FEW, HereBar } from './HereBar.tsx'
import { GoneFromDoor, PersonAtDoor, rowId } from './PersonAtDoor.tsx'
import { WalkIn } from './WalkIn.tsx'

/** One class with everyone who comes: a tap on a row marks the person, another tap corrects the mark. */
export function ClassAtDoor({ entry, accountId }: { entry: DoorEntry; accountId: string }) {
  const t = useTexts(texts)
  const { cancelled } = useTexts(entryTexts)
  const formats = useFormats()
  const { waiting, settling, refused } = useOutbox()
  const [typed, setTyped] = useState('')
  useTitle(entry.className)
  const rows = withWaiting(entry, [...settling, ...waiting])
  const comes = comingIn(entry, waiting)
  const letIn = useLetIn(entry, refused)
  const listed = useKeptPlaces(rows)
  // who comes later stands below the columns, so that no row moves to the other one
  const [atFirst] = useState(rows.length)
  const later = new Set(listed.slice(atFirst))
  const found = listed.filter(({ name }) => isNamed(name, typed.trim()))
  const { features } = useStudio()
  const isOffline = useConnectionState() === 'offline'
  const { paying, pay, payOnceListed, endPaying } = useTicket(rows)
  function take(row: DoorRow, way: DoorWay) {
    if (way === 'stebby' && features.includes('stebbyDesk')) pay(row)
    else takeFrom({ accountId, entry }, row, way, t.took)
  }
  const [sought, setSought] = useState<{ readonly userId: string } | null>(null)
  useLeadTo(sought)
  return (
    <>
      <div>
        <h1 className="text-2xl">
          <WholeWords text={entry.className} />
        </h1>
        <p className="text-muted">{formats.dayAndTimes(entry.startsAt, entry.endsAt)}</p>
        <WhereAndWho of={entry} />
      </div>
      <StandIns entry={entry} />
      {entry.cancelledAt !== null && <Alert kind="warning">{cancelled}</Alert>}
      <HereBar {...{ entry, accountId, rows, typed }} searchable={listed.length > FEW} onTyped={setTyped} />
      {rows.length === 0 ? (
        <EmptyState small text={t.nobody} />
      ) : found.length === 0 ? (
        <EmptyState small text={t.nobodyFound} />
      ) : (
        <ul
          aria-label={entry.className}
          // on a desktop a full class fits the screen, in two columns that are read downwards
          className={classes(
            'overflow-hidden rounded-card border border-line bg-surface shadow-card *:break-inside-avoid *:shadow-[0_-1px_var(--color-line)]',
            atFirst > FEW && 'lg:columns-2 lg:gap-0 lg:[column-rule:1px_solid_var(--color-line)]',
          )}
        >
          {found.map((row) => {
            const person = {
              scheduleId: entry.id,
              row,
              sought: row.userId === sought?.userId,
              onTap: () => {
                setSought(null)
                void tapRow({ accountId, entry }, row, t)
              },
              onTake: (way: DoorWay) => take(row, way),
            }
            return (
              <li key={row.userId} className={classes(later.has(row) && 'lg:[column-span:all]')}>
                {row.presence === 'gone' ? <GoneFromDoor {...person} /> : <PersonAtDoor {...person} />}
              </li>
            )
          })}
        </ul>
      )}
      {comes.length > 0 && <ComingIn people={comes} waiting={waiting} undoneBelow={letIn.lately} />}
      <JustLetIn {...{ entry, accountId, letIn }} />
      <AbsentAtDoor entry={entry} />
      {paying && (
        <TicketDialog
          {...paying}
          onNote={(code) => noteCode({ accountId, entry }, paying, code, (cents) => t.codeNoted(cents, code))}
          onClose={endPaying}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {entry.cancelledAt === null && (
          <WalkIn
            entry={entry}
            accountId={accountId}
            taken={rows.length + comes.length + entry.heldCount}
            onLetIn={letIn.add}
            onTicket={(userId) => !isOffline && payOnceListed(userId)}
            onListed={(userId) => {
              setTyped('')
              setSought({ userId })
            }}
          />
        )}
        <LinkButton to="/admin/cash-box">{t.cashBox}</LinkButton>
      </div>
    </>
  )
}

/** The person whose ticket is being taken: at once, or as soon as a walk-in is listed with what they owe for the place. */
function useTicket(rows: readonly DoorRow[]) {
  const [comes, setComes] = useState<string | null>(null)
  const [paying, setPaying] = useState<Owing | null>(null)
  const pay = ({ name, owes }: DoorRow) => owes && setPaying({ name, ...owes })
  const came = rows.find(({ userId }) => userId === comes)
  if (came?.owes && !came.owes.other) {
    pay(came)
    setComes(null)
  }
  return { paying, pay, payOnceListed: setComes, endPaying: () => setPaying(null) }
}

/** Scrolls a person's row into view. */
function useLeadTo(sought: { readonly userId: string } | null) {
  useEffect(() => {
    if (!sought) return
    const found = document.getElementById(rowId(sought.userId))
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }, [sought])
}

/** People let in on this device who are not on the list yet: until it is sent, it can be undone, also after a reload. */
function ComingIn(props: {
  people: readonly Waiting[]
  waiting: readonly Waiting[]
  /** Who can be undone in the list below. */
  undoneBelow: readonly { readonly key: string }[]
}) {
  const t = useTexts(texts)
  return (
    <section className="rounded-card border border-dashed border-line-strong px-3 py-2">
      <h2 className="text-sm font-semibold text-muted">{t.comingIn}</h2>
      <ul>
        {props.people.map((one) => (
          <li key={one.key} className="flex min-h-11 items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{one.label}</span>
            {!props.undoneBelow.some(({ key }) => key === one.key) && (
              <Button
                size="small"
                aria-label={`${t.undo}: ${one.label}`}
                onPress={() => void withdraw(...tapsThatLetIn(one, props.waiting))}
              >
                {t.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

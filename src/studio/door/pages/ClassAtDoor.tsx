import { CheckCheck, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isNamed } from '#studio/attendance/parts/registrants.ts'
import { mayTakeAll, TAKE_BACK_WITHIN } from '#studio/attendance/rules.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { StandIns } from '#studio/standIns/parts/StandIns.tsx'
import { TicketDialog } from '#studio/stebby/parts/TicketDialog.tsx'
import { useTexts } from '#web/language.tsx'
import { useConnectionState } from '#web/live/useLive.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { useTitle } from '#web/title.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { WholeWords } from '#web/ui/WholeWords.tsx'
import type { DoorEntry, DoorRow, DoorWay } from '../contract.ts'
import { texts } from '../messages.ts'
import { comingIn, noteCode, takeFrom, tapAll, tapRow, withWaiting, type Owing } from '../parts/marks.ts'
import { LeadToLook, NotSent } from '../parts/NotSent.tsx'
import { useOutbox } from '../parts/useOutbox.ts'
import { AbsentAtDoor } from './AbsentAtDoor.tsx'
import { PersonAtDoor, rowId } from './PersonAtDoor.tsx'
import { WalkIn } from './WalkIn.tsx'

/** So few are found without looking for them. */
const FEW = 8

/** One class with everyone who comes: a tap on a row marks, the next one corrects it. */
export function ClassAtDoor({ entry, accountId }: { entry: DoorEntry; accountId: string }) {
  const t = useTexts(texts)
  const { cancelled } = useTexts(entryTexts)
  const formats = useFormats()
  const now = useNow()
  const { waiting, settling } = useOutbox()
  const [typed, setTyped] = useState('')
  useTitle(entry.className)
  const [undo, setUndo] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!undo) return
    const timer = setTimeout(() => setUndo(null), TAKE_BACK_WITHIN)
    return () => clearTimeout(timer)
  }, [undo])
  const rows = withWaiting(entry, [...settling, ...waiting])
  const letIn = comingIn(entry, waiting)
  const found = rows.filter(({ name }) => isNamed(name, typed.trim()))
  const here = rows.filter(({ attendance }) => attendance === 'attended').length
  const { features } = useStudio()
  const isOffline = useConnectionState() === 'offline'
  /** Whose ticket is to be taken, once they are on the list with what they owe. */
  const [comes, setComes] = useState<string | null>(null)
  const [paying, setPaying] = useState<Owing | null>(null)
  const came = rows.find(({ userId }) => userId === comes)
  if (came?.owes) {
    setPaying({ name: came.name, ...came.owes })
    setComes(null)
  }
  function take(row: DoorRow, way: DoorWay) {
    if (way === 'stebby' && features.includes('stebbyDesk')) setComes(row.userId)
    else takeFrom({ accountId, entry }, row, way, t.took)
  }
  /** Whose row is led to. */
  const [sought, setSought] = useState<{ readonly userId: string } | null>(null)
  useEffect(() => {
    if (!sought) return
    const found = document.getElementById(rowId(sought.userId))
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }, [sought])
  const unmarked = rows.some(({ attendance }) => attendance === null)
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
      <div
        data-over-content
        className="sticky top-[4.0625rem] z-10 flex flex-col gap-2 rounded-card border border-line bg-surface px-3 py-2 shadow-card low:static"
      >
        <div className="flex min-h-12 items-center justify-between gap-2 [&>button]:shrink-0 [&>button]:whitespace-nowrap">
          <div>
            <p role="status" className="font-display text-2xl leading-7 font-bold whitespace-nowrap tabular-nums">
              <span aria-hidden="true">
                {here}/{rows.length}
              </span>
              <span className="sr-only">{t.here(here, rows.length)}</span>
            </p>
            <NotSent taps={waiting.length} otherwise={t.hereWord} />
          </div>
          {undo ? (
            <Button
              icon={<Undo2 aria-hidden="true" className="size-5" />}
              onPress={() => {
                undo()
                setUndo(null)
              }}
            >
              {t.undo}
            </Button>
          ) : (
            unmarked &&
            typed === '' &&
            (mayTakeAll(entry, now) ? (
              <Button
                variant="primary"
                icon={<CheckCheck aria-hidden="true" className="size-5" />}
                onPress={() => {
                  const takeBack = tapAll({ accountId, entry }, rows, t)
                  setUndo(() => takeBack)
                }}
              >
                {t.allHere}
              </Button>
            ) : (
              entry.cancelledAt === null && (
                <p className="text-right text-sm text-balance text-muted">{t.allHereLater}</p>
              )
            ))
          )}
        </div>
        <div className="flex items-center gap-2 empty:hidden [&>button]:shrink-0 [&>div]:min-w-0 [&>div]:flex-1">
          {rows.length > FEW && (
            <SearchField label={t.find} placeholder={t.find} value={typed} onChange={setTyped} hideLabel />
          )}
          <LeadToLook />
        </div>
      </div>
      {rows.length === 0 ? (
        <EmptyState small text={t.nobody} />
      ) : found.length === 0 ? (
        <EmptyState small text={t.nobodyFound} />
      ) : (
        <ul
          aria-label={entry.className}
          // on a desk a full class is in sight at once: down the first column, then the second, as on a sheet of paper
          className={classes(
            'overflow-hidden rounded-card border border-line bg-surface shadow-card *:break-inside-avoid *:shadow-[0_-1px_var(--color-line)]',
            rows.length > FEW && 'lg:columns-2 lg:gap-0 lg:[column-rule:1px_solid_var(--color-line)]',
          )}
        >
          {found.map((row) => (
            <PersonAtDoor
              scheduleId={entry.id}
              key={row.userId}
              row={row}
              sought={row.userId === sought?.userId}
              onTap={() => {
                setSought(null)
                void tapRow({ accountId, entry }, row, t)
              }}
              onTake={(way) => take(row, way)}
            />
          ))}
        </ul>
      )}
      {letIn.length > 0 && (
        <section className="rounded-card border border-dashed border-line-strong px-3 py-2">
          <h2 className="text-sm font-semibold text-muted">{t.comingIn}</h2>
          <ul>
            {letIn.map((one) => (
              <li key={one.key}>{one.label}</li>
            ))}
          </ul>
        </section>
      )}
      <AbsentAtDoor entry={entry} />
      {paying && (
        <TicketDialog
          {...paying}
          onNote={(code) => noteCode({ accountId, entry }, paying, code, (sum) => t.codeNoted(sum, code))}
          onClose={() => setPaying(null)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {entry.cancelledAt === null && (
          <WalkIn
            entry={entry}
            accountId={accountId}
            taken={rows.length + letIn.length + entry.heldCount}
            onTicket={(userId) => !isOffline && setComes(userId)}
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

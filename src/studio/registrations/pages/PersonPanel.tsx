import { ArrowDown } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ByWidth, MENU_REM } from '#web/ui/ByWidth.tsx'
import { Card, Stack } from '#web/ui/Card.tsx'
import { registrations } from '../calls.ts'
import type { UpcomingEntry } from '../contract.ts'
import { deskTexts } from '../messages/desk.ts'
import { FindPerson } from '../parts/FindPerson.tsx'
import { usePlaceTexts } from '../parts/usePlaceTexts.ts'
import { RegisterCandidate } from './RegisterCandidate.tsx'
import { WaysToPay } from './WaysToPay.tsx'

interface PanelProps {
  readonly entry: UpcomingEntry | null
  readonly userId: string | undefined
  readonly onUser: (userId: string | undefined) => void
}
interface WithClass extends PanelProps {
  /** Shows the list of classes again, if it was hidden. */
  readonly onOtherClass: () => void
  /** Scrolls to the list, if it is below. */
  readonly onToClasses: () => void
}

/** Finds the person to register by name or e-mail, then offers their ways to pay. */
export function PersonPanel({ entry, userId, onUser, onOtherClass, onToClasses }: WithClass) {
  const t = useTexts(deskTexts)
  const { when } = usePlaceTexts()
  return (
    <Card>
      <div className="flex items-center justify-between gap-3">
        <div aria-live="polite" className="min-w-0">
          <p className="text-sm text-muted">{t.class}</p>
          {entry ? (
            <>
              <p className="font-semibold">{entry.className}</p>
              <p className="text-sm text-muted">{when(entry)}</p>
            </>
          ) : (
            <ByWidth rem={MENU_REM} wide={<p className="font-semibold">{t.noClassChosen}</p>} />
          )}
        </div>
        <ByWidth
          rem={MENU_REM}
          narrow={
            entry ? (
              <Button size="small" aria-label={t.changeOf(entry.className)} onPress={onOtherClass}>
                {t.change}
              </Button>
            ) : (
              <Button
                size="small"
                variant={userId === undefined ? 'secondary' : 'primary'}
                icon={<ArrowDown aria-hidden="true" className="size-4" />}
                onPress={onToClasses}
              >
                {t.noClassChosen}
              </Button>
            )
          }
        />
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

/** The disabled buttons before a person is chosen; placed below the classes in a single column. */
export function WaysForNobody({ entry }: Pick<PanelProps, 'entry'>) {
  const t = useTexts(deskTexts)
  return <WaysToPay whyNot={entry ? t.choosePerson : t.chooseClass} />
}

function ChosenPerson({ entry, userId, onUser }: PanelProps & { userId: string }) {
  const t = useTexts(deskTexts)
  const other = () => onUser(undefined)
  return (
    <LiveAnswer query={registrations.candidate} input={{ userId }} count={2}>
      {(candidate) =>
        candidate ? (
          <RegisterCandidate entry={entry} candidate={candidate} onDone={other} onOther={other} />
        ) : (
          <Stack>
            <Alert kind="problem">{t.personGone}</Alert>
            <Button onPress={other}>{t.otherPerson}</Button>
          </Stack>
        )
      }
    </LiveAnswer>
  )
}

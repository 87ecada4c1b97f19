import { useState, type ReactNode } from 'react'
import { rooms } from '#studio/rooms/calls.ts'
import { clashesOfTeachers } from '#studio/rooms/rules.ts'
import { useCommand, type AnyCommand } from '#web/commands.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { standIns } from '../calls.ts'
import type { ListedStandIn } from '../contract.ts'
import { refusals, texts } from '../messages.ts'

interface Props {
  readonly one: ListedStandIn
}

/** State of a request as a sentence, with the buttons for the viewer. */
export function StandInState({ one }: Props) {
  const sentence = useSentence(one)
  const fell = useFell(one)
  const active = one.state === 'open' || one.state === 'offered'
  return (
    <div
      role="status"
      className={
        active
          ? 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 self-stretch rounded-card border border-line bg-surface px-4 py-3 text-sm'
          : 'text-sm text-muted'
      }
    >
      <span>
        {sentence}
        {fell !== null && ` ${fell}`}
      </span>
      {active && <Deeds one={one} />}
    </div>
  )
}

function useSentence({ state, teacherId, teacher, offeredBy, offeredName }: ListedStandIn): string {
  const t = useTexts(texts)
  const { accountId } = useMe()
  const mine = teacherId === accountId
  const name = offeredName ?? ''
  switch (state) {
    case 'open':
      return mine ? t.mine.open : t.open(teacher)
    case 'offered':
      if (mine) return t.mine.offered(name)
      return offeredBy === accountId ? t.youOffered(teacher) : t.offeredBy(name, teacher)
    case 'taken':
      return t.taken(name, teacher)
    case 'withdrawn':
      return t.stays(teacher)
    case 'replaced':
      return t.replaced(teacher)
    case 'cancelled':
      return t.cancelled(teacher)
    case 'begun':
      return t.begun(teacher)
    default:
      return state satisfies never
  }
}

/** Why the last offer ended, while another is needed. */
function useFell({ state, fell }: ListedStandIn): string | null {
  const t = useTexts(texts)
  const { accountId } = useMe()
  if (state !== 'open' || fell === null) return null
  const { reason, name } = fell
  return reason === 'moved' && fell.accountId === accountId ? t.yoursMoved : t.fell[reason](name)
}

function Deeds({ one }: Props) {
  const t = useTexts(texts)
  const { accountId } = useMe()
  const decides = useMay('manageSchedule')
  const now = useNow()
  if (one.startsAt <= now) return null
  const { id: standInId, offeredBy, state } = one
  const mine = one.teacherId === accountId
  return (
    <span className="flex flex-wrap gap-2">
      {decides && state === 'offered' && offeredBy !== null && (
        <>
          <Deed
            primary
            command={standIns.approve}
            input={{ standInId, offeredBy }}
            done={({ told }) => t.approved(told)}
          >
            {t.approve}
          </Deed>
          <Deed command={standIns.refuse} input={{ standInId, offeredBy }} done={() => t.refused}>
            {t.refuse}
          </Deed>
        </>
      )}
      {!mine && state === 'open' && <TakeOver one={one} />}
      {offeredBy === accountId && state === 'offered' && (
        <Deed command={standIns.takeBack} input={{ standInId }} done={() => t.takenBack}>
          {t.takeBack}
        </Deed>
      )}
      {(mine || decides) && (
        <Deed command={standIns.withdraw} input={{ standInId }} done={() => t.withdrawn}>
          {mine ? t.withdraw : t.withdrawForThem}
        </Deed>
      )}
    </span>
  )
}

function Deed<P extends AnyCommand>(props: {
  command: P
  input: InputOf<P>
  done: (answer: AnswerOf<P>) => string
  primary?: boolean
  /** Not yet: shown as pending. */
  waits?: boolean
  children: ReactNode
}) {
  const { run, pending } = useCommand(props.command)
  const explain = useRefusalText(refusals)
  const press = async () => {
    const outcome = await run(props.input)
    if (outcome?.ok) toast.success(props.done(outcome.value))
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <Button
      size="small"
      variant={props.primary ? 'primary' : 'secondary'}
      pending={pending || props.waits === true}
      onPress={() => void press()}
    >
      {props.children}
    </Button>
  )
}

/**
 * Warns a teacher who has another class at that time, but allows it: they may look after two rooms. Waits until the
 * other classes are known.
 */
function TakeOver({ one }: Props) {
  const t = useTexts(texts)
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  const { accountId } = useMe()
  const [asking, setAsking] = useState(false)
  const { startsAt, endsAt } = one
  const span = { from: startsAt, until: endsAt }
  const live = useLive(rooms.taken, span)
  if (live.state === 'failed' || live.state === 'refused')
    return <NotLoaded retry={() => retryLive(rooms.taken, span)} />
  const taken = live.state === 'ready' ? live.answer : []
  const [clash] = clashesOfTeachers([accountId ?? ''], [{ startsAt, endsAt }], taken)
  const done = ({ taken }: { taken: boolean }) => (taken ? t.tookOver : t.offered)
  if (!clash) {
    return (
      <Deed primary waits={live.state === 'loading'} command={standIns.offer} input={{ standInId: one.id }} done={done}>
        {t.takeOver}
      </Deed>
    )
  }
  const warning = t.clash(clash.title, formats.times(clash.startsAt, clash.endsAt))
  return (
    <>
      <span className="basis-full font-semibold text-warn">{warning}</span>
      <Button size="small" onPress={() => setAsking(true)}>
        {t.takeOver}
      </Button>
      {asking && (
        <ConfirmCommand
          command={standIns.offer}
          input={{ standInId: one.id }}
          title={t.clashTitle}
          question={warning}
          confirmLabel={t.takeOver}
          explain={explain}
          onDone={(answer) => toast.success(done(answer))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function NotLoaded({ retry }: { retry: () => void }) {
  const t = useTexts(words)
  return (
    <>
      <span className="self-center">{t.loadFailed}</span>
      <Button size="small" onPress={retry}>
        {t.tryAgain}
      </Button>
    </>
  )
}

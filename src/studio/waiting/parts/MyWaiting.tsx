import { useState } from 'react'
import type { Dancer } from '#studio/families/contract.ts'
import { useOfDancers } from '#studio/families/parts/useOfDancers.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { useComeBack } from '#studio/registrations/parts/useComeBack.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { Dotted, Whose } from '#web/ui/Dotted.tsx'
import { factsOf, Line, Lines } from '#web/ui/Lines.tsx'
import { Section } from '#web/ui/Page.tsx'
import { waiting } from '../calls.ts'
import { texts } from '../messages.ts'
import { TakeDialog } from './TakeDialog.tsx'
import { WaitingButtons, WaitingLines, WhereInLine, type DancersWaiting } from './WaitingLines.tsx'

/** Dashboard: the user's waits, or with `offers` the offered places; nothing if there are none. */
export function MyWaiting({ offers = false }: { offers?: boolean }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { rows, isFamily } = useOfDancers(waiting.mine)
  const own = rows.filter(({ state }) => (state === 'offered') === offers)
  const [taken, setTaken] = useState<DancersWaiting | null>(null)
  const { comeBack } = useComeBack()
  const { rows: absences } = useOfDancers(registrations.absentFrom)
  /** Whether the place is included, and was given up. */
  const isAway = ({ id, dancer }: DancersWaiting) =>
    absences.some((absence) => absence.scheduleId === id && absence.dancer.personId === dancer.personId)
  if (own.length === 0 && !taken) return null
  const take = (one: DancersWaiting) => (isAway(one) ? comeBack(one.id, one.dancer) : setTaken(one))
  const takes = (here: readonly DancersWaiting[]) => (who: Dancer) => {
    const one = here.find(({ dancer }) => dancer.personId === who.personId)
    if (one) take(one)
  }
  // courses have no single day: sort them last
  const day = ({ startsAt }: DancersWaiting) => startsAt ?? Number.MAX_SAFE_INTEGER
  const soonest = own.toSorted((a, b) => day(a) - day(b))
  const keyOf = ({ kind, id }: DancersWaiting) => `waiting-${kind}-${id}`
  const firsts = soonest.filter((one, index) => soonest.findIndex((other) => keyOf(other) === keyOf(one)) === index)
  const title = offers ? t.placeFree : t.title
  // the target of the links in letters
  const isFirst = offers || rows.every(({ state }) => state !== 'offered')
  return (
    <div id={isFirst ? 'waiting' : undefined} className="scroll-mt-24">
      <Section title={title}>
        <Lines label={title}>
          {firsts.map((one) => {
            const id = keyOf(one)
            const named = `${id} ${factsOf(id)}`
            const when = one.startsAt !== null && one.endsAt !== null && formats.dayAndTimes(one.startsAt, one.endsAt)
            const here = soonest.filter((other) => keyOf(other) === id)
            const several = here.length > 1
            return (
              <Line
                key={id}
                id={id}
                name={one.name}
                long
                more={
                  <Dotted>
                    {isFamily && !several && (one.state !== 'offered' || one.dancer.own) && (
                      <Whose name={one.dancer.displayName} />
                    )}
                    {when}
                  </Dotted>
                }
                state={!several && <WhereInLine own={one} whose={!isFamily} />}
                actions={!several && <WaitingButtons own={one} namedBy={named} onTake={() => take(one)} />}
                below={several && <WaitingLines own={here} named namedBy={named} onTake={takes(here)} free={false} />}
              />
            )
          })}
        </Lines>
      </Section>
      {taken && <TakeDialog own={taken} onClose={() => setTaken(null)} />}
    </div>
  )
}

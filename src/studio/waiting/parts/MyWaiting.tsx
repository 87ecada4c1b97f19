import { useState } from 'react'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
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
import { WaitingButtons, WaitingLines, WhereInLine, type PersonsWaiting } from './WaitingLines.tsx'

/** Whether a place is free for this person, offered or open to all. */
const isFree = ({ state, open }: PersonsWaiting) => state === 'offered' || open

/** Dashboard: the user's waits, or with `offers` the places they can take now; nothing if there are none. */
export function MyWaiting({ offers = false }: { offers?: boolean }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { rows, isFamily } = useFamilyRows(waiting.mine)
  const own = rows.filter((one) => isFree(one) === offers)
  const [taken, setTaken] = useState<PersonsWaiting | null>(null)
  const { comeBack } = useComeBack()
  const { rows: absences } = useFamilyRows(registrations.absentFrom)
  /** Whether the place is included, and was given up. */
  const isAway = ({ id, person }: PersonsWaiting) =>
    absences.some((absence) => absence.scheduleId === id && absence.person.personId === person.personId)
  if (own.length === 0 && !taken) return null
  const take = (one: PersonsWaiting) => (isAway(one) ? comeBack(one.id, one.person) : setTaken(one))
  const takes = (here: readonly PersonsWaiting[]) => (who: FamilyPerson) => {
    const one = here.find(({ person }) => person.personId === who.personId)
    if (one) take(one)
  }
  // courses have no single day: sort them last
  const day = ({ startsAt }: PersonsWaiting) => startsAt ?? Number.MAX_SAFE_INTEGER
  const soonest = own.toSorted((a, b) => day(a) - day(b))
  const keyOf = ({ kind, id }: PersonsWaiting) => `waiting-${kind}-${id}`
  const firsts = soonest.filter((one, index) => soonest.findIndex((other) => keyOf(other) === keyOf(one)) === index)
  const title = offers ? t.placeFree : t.title
  // the target of the links in letters
  const isFirst = offers || !rows.some(isFree)
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
                    {isFamily && !several && (!isFree(one) || one.person.own) && (
                      <Whose name={one.person.displayName} />
                    )}
                    {when}
                  </Dotted>
                }
                state={!several && <WhereInLine own={one} whose={!isFamily} />}
                actions={
                  !several && <WaitingButtons own={one} namedBy={named} onTake={() => take(one)} free={one.open} />
                }
                below={
                  several && (
                    <WaitingLines
                      own={here}
                      named
                      namedBy={named}
                      onTake={takes(here)}
                      free={here.some(({ open }) => open)}
                    />
                  )
                }
              />
            )
          })}
        </Lines>
      </Section>
      {taken && <TakeDialog own={taken} onClose={() => setTaken(null)} />}
    </div>
  )
}

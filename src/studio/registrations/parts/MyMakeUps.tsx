import type { FamilyPerson } from '#studio/families/contract.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats, useToday } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Dotted, Whose } from '#web/ui/Dotted.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Line, Lines } from '#web/ui/Lines.tsx'
import { Section } from '#web/ui/Page.tsx'
import { registrations } from '../calls.ts'
import type { OwnMakeUp } from '../contract.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { useMakeUpClasses, type MakeUpClasses } from './useMakeUpClasses.ts'

type MakeUp = OwnMakeUp & { readonly person: FamilyPerson }

/** Dashboard: make-up classes with their last day; nothing if there are none. Only shown with the feature on. */
export function MyMakeUps() {
  const t = useTexts(makeUpTexts)
  const { rows, isFamily } = useFamilyRows(registrations.makeUps)
  const classesOf = useMakeUpClasses(rows)
  if (rows.length === 0) return null
  const soonest = rows.toSorted((a: MakeUp, b: MakeUp) => (a.validUntil < b.validUntil ? -1 : 1))
  return (
    <Section title={t.title}>
      <Lines label={t.title}>
        {soonest.map((row) => (
          <Row key={row.id} row={row} named={isFamily} classes={classesOf(row, row.person)} />
        ))}
      </Lines>
      {/* not where every line says that there is nothing to register for */}
      {rows.some((row: MakeUp) => classesOf(row, row.person)?.planned) && (
        <p className="text-sm text-muted">{t.hint}</p>
      )}
    </Section>
  )
}

function Row({ row, named, classes }: { row: MakeUp; named: boolean; classes: MakeUpClasses | null }) {
  const t = useTexts(makeUpTexts)
  const formats = useFormats()
  const today = useToday()
  return (
    <Line
      id={`make-up-${row.id}`}
      name={t.validUntil(formats.date(row.validUntil))}
      long
      more={
        <Dotted>
          {named && <Whose name={row.person.displayName} />}
          {t.forClass(row.className, formats.weekdayAndDay(row.startsAt))}
        </Dotted>
      }
      state={row.validUntil === today && <Badge tone="warning">{t.lastDay}</Badge>}
      actions={
        classes?.planned && (
          <LinkButton to="/classes" search={classes.search} size="small" variant="quiet">
            {t.choose}
          </LinkButton>
        )
      }
      below={
        classes?.planned === false && (
          <p className="text-sm text-muted">
            {t.noneYet} {t.onceThereIs}
          </p>
        )
      }
    />
  )
}

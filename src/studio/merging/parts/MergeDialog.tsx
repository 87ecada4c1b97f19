import { useState } from 'react'
import type { UserDetails } from '#studio/accounts/contract.ts'
import { categoryNameOf, fullName } from '#studio/accounts/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useLanguage, useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { toast } from '#web/ui/toast.ts'
import { merging } from '../calls.ts'
import type { Alike, MergePreview } from '../contract.ts'
import { fieldNames, hindranceTexts, kindNames, refusals, texts } from '../messages.ts'
import type { MergedField } from '../rules.ts'

/** Previews what a merge would move, and what prevents it. */
export function MergeDialog({ kept, gone, onClose }: { kept: UserDetails; gone: Alike; onClose: () => void }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const both = { keptId: kept.id, goneId: gone.userId }
  const live = useLive(merging.preview, both)
  const [take, setTake] = useState<readonly MergedField[]>([])
  const preview = live.state === 'ready' ? live.answer : null
  const refused = preview?.refused ? explain({ code: preview.refused }) : undefined
  const [first] = preview?.hindrances ?? []
  const whyNot = refused ?? (first && explain({ code: 'inTheWay', params: { name: first.name } }))
  return (
    <ConfirmCommand
      command={merging.merge}
      input={{ ...both, take: [...take] }}
      title={t.dialogTitle(fullName(kept))}
      question={t.question}
      confirmLabel={t.confirm}
      pendingLabel={t.merging}
      whyDisabled={whyNot}
      explain={explain}
      onDone={() => toast.success(t.done)}
      onClose={onClose}
    >
      <LiveAnswer query={merging.preview} input={both} shape="text" failed={t.loadFailed} steady>
        {(answer) =>
          answer.refused === null ? (
            <Preview preview={answer} take={take} onTake={setTake} />
          ) : (
            <Alert kind="warning">{explain({ code: answer.refused })}</Alert>
          )
        }
      </LiveAnswer>
    </ConfirmCommand>
  )
}

function Preview(props: {
  preview: MergePreview
  take: readonly MergedField[]
  onTake: (take: readonly MergedField[]) => void
}) {
  const { preview, take, onTake } = props
  const t = useTexts(texts)
  const kinds = useTexts(kindNames)
  const why = useTexts(hindranceTexts)
  const names = useTexts(fieldNames)
  const { language } = useLanguage()
  const { membershipCategories } = useStudio()
  const { stamp, euros } = useFormats()
  const shown = (field: MergedField, value: string): string => {
    if (value === '') return t.empty
    return field === 'membershipCategory' ? categoryNameOf(membershipCategories, value, language) : value
  }
  const facts = preview.moves.map(({ kind, count }) => ({ name: kinds[kind], value: String(count) }))
  const credit = preview.credit === 0 ? [] : [{ name: t.credit, value: euros(preview.credit) }]
  const { kept, gone } = preview.signsIn
  return (
    <div className="flex flex-col gap-4">
      {preview.hindrances.length > 0 && (
        <Alert kind="warning" title={t.inTheWay}>
          <ul className="flex flex-col gap-1">
            {preview.hindrances.map((one) => (
              <li key={`${one.why} ${one.name} ${one.at}`}>
                {why[one.why](one.name, one.at ? stamp(one.at) : '')}{' '}
                {one.scheduleId !== null && (
                  <TextLink to="/admin/class-details/$id" params={{ id: one.scheduleId }}>
                    {t.toClass}
                  </TextLink>
                )}
                {one.why === 'bothInCourse' && (
                  <TextLink to="/admin/course-registrants" search={{ ended: true }}>
                    {t.toCourse}
                  </TextLink>
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <section className="flex flex-col gap-2">
        <h3 className="text-lg">{t.goes}</h3>
        {facts.length + credit.length === 0 ? (
          <p className="text-muted">{t.nothing}</p>
        ) : (
          <>
            <Facts facts={[...facts, ...credit]} />
            <p className="text-sm text-muted">{t.paidStays}</p>
          </>
        )}
      </section>
      {preview.differs.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="text-lg">{t.stays}</h3>
          {preview.differs.map((one) => (
            <CheckboxField
              key={one.field}
              name={one.field}
              label={t.otherWord(names[one.field], shown(one.field, one.gone), shown(one.field, one.kept))}
              checked={take.includes(one.field)}
              onChange={(checked) =>
                onTake(checked ? [...take, one.field] : take.filter((field) => field !== one.field))
              }
            />
          ))}
        </section>
      )}
      {gone !== '' && <p>{kept === '' ? t.signsInOne(gone) : t.signsInBoth(kept, gone)}</p>}
    </div>
  )
}

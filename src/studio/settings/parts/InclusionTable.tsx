import { useState } from 'react'
import { categoryNameOf } from '#studio/accounts/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.ts'
import { settings } from '../calls.ts'
import { refusals, texts } from '../messages.ts'

/** Who is included where: a tick is saved as it is made. */
export function InclusionTable() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { classCategories, membershipCategories } = useStudio()
  if (classCategories.length === 0 || membershipCategories.length === 0) return null

  return (
    <Card>
      <div>
        <h3 className="text-lg font-semibold">{t.whoIsIncluded}</h3>
        <p className="text-sm text-muted">{t.whoIsIncludedHint}</p>
      </div>
      <div role="region" aria-label={t.whoIsIncluded} tabIndex={0} className="-mx-2 overflow-x-auto px-2">
        <table className="w-full text-sm">
          <thead>
            <tr>
              <td />
              {classCategories.map(({ id }) => (
                <th key={id} scope="col" className="p-2 text-center align-bottom font-semibold">
                  {categoryNameOf(classCategories, id, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {membershipCategories.map(({ id: member }) => (
              <tr key={member}>
                <th scope="row" className="py-1 pr-2 text-left font-semibold">
                  {categoryNameOf(membershipCategories, member, language)}
                </th>
                {classCategories.map(({ id: group, includes }) => (
                  <td key={group} className="text-center">
                    <Tick
                      label={t.includedIn({
                        member: categoryNameOf(membershipCategories, member, language),
                        group: categoryNameOf(classCategories, group, language),
                      })}
                      {...{ member, group }}
                      included={includes.includes(member)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function Tick(props: { label: string; member: string; group: string; included: boolean }) {
  const { included } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run } = useCommand(settings.setIncluded)
  /** What was ticked and is not saved yet. */
  const [asked, setAsked] = useState<boolean | null>(null)
  if (asked === included) setAsked(null)

  async function set(included: boolean) {
    setAsked(included)
    const outcome = await run({ classCategory: props.group, membershipCategory: props.member, included })
    if (outcome?.ok) return toast.success(t.saved)
    setAsked(null)
    if (outcome) toast.problem(explain(outcome))
  }
  return (
    <label className="inline-grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        className="size-5 accent-brand"
        aria-label={props.label}
        checked={asked ?? included}
        onChange={(event) => void set(event.target.checked)}
      />
    </label>
  )
}

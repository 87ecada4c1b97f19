import type { ReactNode } from 'react'
import { categoryNameOf } from '#studio/accounts/rules.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { Card } from '#web/ui/Card.tsx'
import { RowCheck } from '#web/ui/RowCheck.tsx'
import { texts } from '../messages.ts'
import type { Inclusion } from '../rules.ts'

export interface Ticked {
  /** Toast after saving. */
  readonly says: string
  readonly inclusion: Inclusion
}

/** Table of which membership categories are included in which class categories. */
export function InclusionTable({ onTick, children }: { onTick: (tick: Ticked) => void; children?: ReactNode }) {
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
      {children}
      <div role="region" aria-label={t.whoIsIncluded} tabIndex={0} className="-mx-2 overflow-x-auto px-2">
        <table className="w-full table-fixed text-sm">
          <thead>
            <tr className="border-b border-line-strong">
              <td className="w-[30%] sm:w-1/3" />
              {classCategories.map(({ id }) => (
                <th
                  key={id}
                  scope="col"
                  className="px-1 pb-2 text-center align-bottom font-semibold wrap-anywhere hyphens-auto max-sm:px-0.5 max-sm:text-xs not-nth-2:border-l not-nth-2:border-line"
                >
                  {categoryNameOf(classCategories, id, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {membershipCategories.map(({ id: member }) => (
              <tr key={member} className="h-12">
                <th scope="row" className="py-1 pr-2 text-left font-semibold">
                  {categoryNameOf(membershipCategories, member, language)}
                </th>
                {classCategories.map(({ id: group, includes }) => (
                  <td key={group} className="not-nth-2:border-l not-nth-2:border-line *:mx-auto">
                    <Tick
                      names={{
                        member: categoryNameOf(membershipCategories, member, language),
                        group: categoryNameOf(classCategories, group, language),
                      }}
                      inclusion={{
                        classCategory: group,
                        membershipCategory: member,
                        included: includes.includes(member),
                      }}
                      onTick={onTick}
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

/** `onTick` asks for confirmation, as a tick affects many people. */
function Tick(props: {
  names: { member: string; group: string }
  inclusion: Inclusion
  onTick: (tick: Ticked) => void
}) {
  const { names, inclusion } = props
  const t = useTexts(texts)
  const included = !inclusion.included
  const says = included ? t.includedIn(names) : t.notIncludedIn(names)
  return (
    <RowCheck
      row={inclusion}
      choice={{
        label: () => t.includedIn(names),
        isChosen: () => inclusion.included,
        onChoose: () => props.onTick({ says, inclusion: { ...inclusion, included } }),
      }}
    />
  )
}

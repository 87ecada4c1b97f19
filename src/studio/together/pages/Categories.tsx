import { useState } from 'react'
import { memberships } from '#studio/memberships/calls.ts'
import { settings } from '#studio/settings/calls.ts'
import { refusals, texts } from '#studio/settings/messages.ts'
import { CategoryList } from '#studio/settings/parts/CategoryList.tsx'
import { InclusionTable, type Ticked } from '#studio/settings/parts/InclusionTable.tsx'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { InclusionQuestion } from './InclusionQuestion.tsx'

/** Both lists of categories, and the table of which includes which. */
export function Categories() {
  const t = useTexts(texts)
  const word = useTexts(words)
  const explain = useRefusalText(refusals)
  const { classCategories, membershipCategories } = useStudio()
  const usedByClasses = useLive(memberships.usedClassCategories, {})
  const usedByPeople = useLive(settings.usedMembershipCategories, {})
  const [removing, setRemoving] = useState<{ kind: 'class' | 'membership'; id: string; name: string } | null>(null)
  const [ticking, setTicking] = useState<Ticked | null>(null)
  // the last tick, so that it can be undone
  const [ticked, setTicked] = useState<Ticked | null>(null)
  const undoing = useCommand(settings.setIncluded)
  async function undo() {
    if (!ticked) return
    const outcome = await undoing.run({ ...ticked.inclusion, included: !ticked.inclusion.included })
    if (outcome?.ok) {
      toast.success(t.undone)
      setTicked(null)
    } else if (outcome) toast.problem(explain(outcome))
  }
  const command = removing?.kind === 'class' ? memberships.removeClassCategory : settings.removeMembershipCategory
  return (
    <>
      <CategoryList
        kind="class"
        all={classCategories}
        used={usedByClasses.state === 'ready' ? usedByClasses.answer : null}
        onDelete={(id, name) => setRemoving({ kind: 'class', id, name })}
      />
      <CategoryList
        kind="membership"
        all={membershipCategories}
        used={usedByPeople.state === 'ready' ? usedByPeople.answer : null}
        onDelete={(id, name) => setRemoving({ kind: 'membership', id, name })}
      />
      <InclusionTable onTick={setTicking}>
        {ticked && (
          <UndoAlert
            key={JSON.stringify(ticked.inclusion)}
            title={t.saved}
            undo={t.undo}
            pending={undoing.pending}
            onUndo={undo}
            onOver={() => setTicked(null)}
          >
            {ticked.says}
          </UndoAlert>
        )}
      </InclusionTable>
      {ticking && (
        <InclusionQuestion
          inclusion={ticking.inclusion}
          title={ticking.says}
          onDone={() => {
            setTicked(ticking)
            setTicking(null)
          }}
          onClose={() => setTicking(null)}
        />
      )}
      {removing && (
        <ConfirmCommand
          command={command}
          input={{ id: removing.id }}
          title={t.deleteCategory(removing.name)}
          question={t.deleteQuestion}
          confirmLabel={word.delete}
          danger
          explain={explain}
          onDone={() => toast.success(t.saved)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

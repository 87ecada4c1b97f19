import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { RowActions } from '#web/ui/RowActions.tsx'

type Deed = 'edit' | 'archive' | 'activate' | 'codes' | 'delete'

/** The actions for a row of a list, or why this reader may not use them; the first is the main one. */
export function RowButtons<Does extends Deed>(props: {
  /** The name of the row. */
  name: string
  does: readonly Does[]
  /** Overrides the standard labels for this kind of thing. */
  texts?: Partial<Record<Deed, string>>
  whyNot: string | undefined
  onPress: (deed: Does) => void
}) {
  const labels: Partial<Record<Deed, string>> = { ...useTexts(words), ...props.texts }
  return (
    <RowActions
      name={props.name}
      actions={props.does.map((deed) => ({
        label: labels[deed] ?? deed,
        whyNot: deed === 'codes' ? undefined : props.whyNot,
        destroys: deed === 'delete',
        onPress: () => props.onPress(deed),
      }))}
    />
  )
}

import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { RowActions } from '#web/ui/RowActions.tsx'

type Deed = 'edit' | 'archive' | 'activate' | 'codes' | 'delete'

/** What the desk does to a row of a list, or why this reader may not; the first is what is meant. */
export function RowButtons<Does extends Deed>(props: {
  /** The row's own. */
  name: string
  does: readonly Does[]
  /** Each kind of thing has its own words for these. */
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

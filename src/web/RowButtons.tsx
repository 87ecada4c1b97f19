import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { Button } from '#web/ui/Button.tsx'

type Deed = 'edit' | 'archive' | 'activate' | 'delete'

/** What the desk does to a row of a list, or why this reader may not. */
export function RowButtons<Does extends Deed>(props: {
  does: readonly Does[]
  /** Each kind of thing is archived, and offered again, in its own words. */
  texts?: { archive: string; activate: string }
  whyNot: string | undefined
  onPress: (deed: Does) => void
}) {
  const labels: Partial<Record<Deed, string>> = { ...useTexts(words), ...props.texts }
  return props.does.map((deed) => (
    <Button
      key={deed}
      size="small"
      variant={deed === 'delete' ? 'danger' : undefined}
      onPress={() => props.onPress(deed)}
      whyDisabled={props.whyNot}
    >
      {labels[deed]}
    </Button>
  ))
}

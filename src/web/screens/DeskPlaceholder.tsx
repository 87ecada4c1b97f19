import { useMatches } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { deskTexts, shellTexts } from '#web/shell/messages.ts'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** Stands where a desk screen will be; the guard before it is real already. */
export function DeskPlaceholder() {
  const names: Readonly<Record<string, string>> = useTexts(deskTexts)
  const texts = useTexts(shellTexts)
  const fullPath = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const [, , screen = ''] = fullPath.split('/')
  return (
    <Page>
      <PageHeader title={names[screen] ?? texts.admin} />
      <EmptyState text={texts.notBuilt} hint={texts.notBuiltHint} />
    </Page>
  )
}

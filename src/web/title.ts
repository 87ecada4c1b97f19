import { useEffect } from 'react'
import { usePageTitle } from '#web/ui/UiProvider.tsx'

/** The document's title, for a screen without a `PageHeader`. */
export function useTitle(title: string): void {
  const documentTitle = usePageTitle(title)
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
}

import { useEffect } from 'react'
import { usePageTitle } from '#web/ui/UiProvider.tsx'

/** Sets the document title of a screen without a `PageHeader`. */
export function useTitle(title: string): void {
  const documentTitle = usePageTitle(title)
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
}

import { Share2 } from 'lucide-react'
import { inLanguage } from '#kernel/messages.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'

/**
 * Shares the address of this page, in the language of the person who shares: with the phone's share sheet, elsewhere by
 * copying.
 */
export function ShareButton({ title }: { title: string }) {
  const t = useTexts(words)
  const { language } = useLanguage()

  async function share() {
    const url = inLanguage(location.origin + location.pathname, language)
    try {
      if (navigator.share) return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      toast.success(t.linkCopied)
    } catch (error) {
      // AbortError: the person closed the share sheet, which is no failure
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.problem(t.linkNotCopied(url))
    }
  }

  return (
    <Button
      size="small"
      // it stands beside a title of any length
      roundOnPhone
      icon={<Share2 aria-hidden="true" className="size-4.5" />}
      onPress={() => void share()}
    >
      {t.share}
    </Button>
  )
}

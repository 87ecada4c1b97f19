import { useEffect, useRef, useState } from 'react'
import { useUiTexts } from './UiProvider.tsx'

/**
 * Tells a screen reader when an open list changes: somebody registered, a search found fewer. The initial content is
 * not announced; it is read like the rest of the page.
 */
export function ListNews({ name, count }: { name: string; count: number }) {
  const texts = useUiTexts()
  const known = useRef(count)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (known.current === count) return
    known.current = count
    setNews(texts.listNow(name, count))
  }, [name, count, texts])
  return (
    <span role="status" className="sr-only">
      {news}
    </span>
  )
}

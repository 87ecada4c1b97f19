import { useEffect, useRef, useState } from 'react'
import { useUiTexts } from './UiProvider.tsx'

/**
 * Tells a screen reader that a list has changed while it is open: somebody registered, a search found less. What the
 * list held at first is read like everything else, and not told.
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

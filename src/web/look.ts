import type { Look } from '#studio/settings/rules.ts'

/** Keeps the studio's colours and icon in the page's head up to date; the server rendered the first ones. */
export function showLook({ key, isOwn }: Look): void {
  const at = `/look/${key}`
  showColours(isOwn ? `${at}/colours.css` : null)
  showIcon('icon', isOwn ? `${at}/icon-192.png` : '/icon.svg')
  showIcon('apple-touch-icon', isOwn ? `${at}/apple-touch-icon.png` : '/icons/apple-touch-icon.png')
}

function showColours(href: string | null) {
  const before = [...document.querySelectorAll<HTMLLinkElement>('link[data-look]')]
  const remove = () => before.forEach((link) => link.remove())
  if (href === null) return remove()
  if (before.some((link) => link.getAttribute('href') === href)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset['look'] = ''
  link.href = href
  // the former colours stay until the new ones have loaded
  link.addEventListener('load', remove)
  document.head.append(link)
}

function showIcon(rel: string, href: string) {
  const link = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
  if (!link || link.getAttribute('href') === href) return
  link.type = href.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
  link.href = href
}

// The page that stands in for any other while the studio can't be reached; see sw.js.
const language = document.cookie.includes('language=et') ? 'et' : 'en'
document.documentElement.lang = language
for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== language
document.title = document.querySelector(`section[lang=${language}] h1`).textContent

const [, theme] = /(?:^|; )theme=(light|dark)/.exec(document.cookie) ?? []
if (theme) document.documentElement.dataset.theme = theme

/** The classes that were seen last in this browser, but for those that are over. */
function showClasses() {
  const { at, lines } = JSON.parse(localStorage.getItem('classes') ?? '{"lines":[]}')
  const coming = lines.filter(({ endsAt }) => endsAt > Date.now())
  if (coming.length === 0) return
  const heading = document.querySelector(`section[lang=${language}] h2`)
  heading.querySelector('span').textContent = at
  heading.hidden = false
  const list = document.getElementById('classes')
  list.hidden = false
  for (const { day, times, name, places } of coming) {
    const row = document.createElement('li')
    for (const text of [name, `${day}, ${times}`, places]) {
      row.append(Object.assign(document.createElement('span'), { textContent: text }))
    }
    list.append(row)
  }
}

try {
  showClasses()
} catch {
  // a browser may forbid storage, and an older version may have kept them otherwise
}

/** Where the door is kept it opens without a network: see sw.js. */
async function showDoor() {
  if (await caches.match('/door')) document.querySelector(`section[lang=${language}] a[href='/door']`).hidden = false
}
// a browser may forbid this storage as well
showDoor().catch(() => {})

async function comeBack() {
  try {
    const { ok } = await fetch('/health', { cache: 'no-store' })
    if (ok) location.reload()
  } catch {
    // still away
  }
}
addEventListener('online', () => void comeBack())
// the screen before was left without a page of its own, so that Back alone changes the address and nothing else
addEventListener('popstate', () => location.reload())
const [opened] = performance.getEntriesByType('navigation')
// and may have been faster than this file
if (new URL(opened.name).pathname !== location.pathname) location.reload()
setInterval(() => void comeBack(), 5_000)

// The offline page, shown instead of any other while the studio can't be reached; see sw.js.
const language = document.cookie.includes('language=et') ? 'et' : 'en'
document.documentElement.lang = language
for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== language
document.title = document.querySelector(`section[lang=${language}] h1`).textContent

const [, theme] = /(?:^|; )theme=(light|dark)/.exec(document.cookie) ?? []
if (theme) document.documentElement.dataset.theme = theme

/** Shows the classes last seen in this browser, except past ones. */
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
  // storage may be blocked, or an older version may have stored another format
}

/** Links to the door where it is cached, as it opens offline then: see sw.js. */
async function showDoor() {
  if (await caches.match('/door')) document.querySelector(`section[lang=${language}] a[href='/door']`).hidden = false
}
// cache storage may be blocked as well
showDoor().catch(() => {})

async function comeBack() {
  try {
    const { ok } = await fetch('/health', { cache: 'no-store' })
    if (ok) location.reload()
  } catch {
    // still offline
  }
}
addEventListener('online', () => void comeBack())
// earlier history entries share this document, so Back alone would change only the address
addEventListener('popstate', () => location.reload())
const [opened] = performance.getEntriesByType('navigation')
// Back may have happened before this script ran
if (new URL(opened.name).pathname !== location.pathname) location.reload()
setInterval(() => void comeBack(), 5_000)

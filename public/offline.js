// The page that stands in for any other while the studio can't be reached; see sw.js.
const language = document.cookie.includes('language=et') ? 'et' : 'en'
document.documentElement.lang = language
for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== language
document.title = document.querySelector(`section[lang=${language}] h1`).textContent

const [, theme] = /(?:^|; )theme=(light|dark)/.exec(document.cookie) ?? []
if (theme) document.documentElement.dataset.theme = theme

async function comeBack() {
  try {
    const { ok } = await fetch('/health', { cache: 'no-store' })
    if (ok) location.reload()
  } catch {
    // still away
  }
}
addEventListener('online', () => void comeBack())
setInterval(() => void comeBack(), 5_000)

import { mkdirSync } from 'node:fs'
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import type { Language } from '#kernel/messages.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import type { CallerKind } from '#studio/accounts/rules.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { mayOpen, type Screen } from '#studio/screen.ts'
import { screens } from '#studio/screens.ts'
import { enter, expectAccessible, test, watchConsole, widen } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { entryOf, membershipForSale, openCourse, scheduledClass } from './studio.ts'
import { expectReadableZoomed } from './zoomed.ts'

/** Prefix of all text written by people, which is the same in every language. */
const WRITTEN = 'Zz'

/** EVERYWHERE=1 checks every width in every theme, and keeps the screenshots. */
const all = process.env['EVERYWHERE'] === '1'
const pictures = '.cache/pictures'

interface View {
  readonly width: number
  readonly theme: 'light' | 'dark'
}

const views: readonly View[] = all
  ? [1280, 768, 360, 320].flatMap((width) => [
      { width, theme: 'light' as const },
      { width, theme: 'dark' as const },
    ])
  : [
      { width: 1280, theme: 'light' },
      { width: 360, theme: 'dark' },
    ]

const paths = Object.entries<Screen>(screens).filter(([path]) => !path.includes('$'))

/** The screens that `kind` may open and `before` may not; an e-mail's link has a token. */
const opened = (kind: CallerKind, before?: CallerKind): string[] =>
  paths
    .filter(([, screen]) => mayOpen(screen, kind, []) && !(before && mayOpen(screen, before, [])))
    .map(([path, { takesToken }]) => (takesToken ? `${path}#token=none` : path))

const visitors = [...opened('visitor'), '/nowhere']
const members = [...opened('user', 'visitor'), '/classes']
const staff = opened('admin', 'user')

/** Checked at 400 % in every run; the others only with EVERYWHERE=1. */
const zoomed = ['/dashboard', '/admin/class-registrants']

/** Words that are the same in both languages, and names. */
const same = [
  /^IBAN$|^Logo$|^#[0-9a-f]{6}$/,
  // the settings show both names of a category, and each language by its own name
  /grupp$|liige$|^K-POP 16\+ (Boy )?Member$|^English$|^Eesti keel$/,
  /^EN$|^ET$|^EN, English$|^ET, Eesti keel$/,
  /^Tantsustuudio Hoog$/,
  /Stebby/,
  /^K-POP 16\+$|Girl Group|Boy Group/i,
  /^CSV$|^ID$|^Filter$|^Cover$/,
  // a new member's level, which admins can rename
  /^standard$/,
  // ids: 16 random bytes
  /^[\w-]{22}$/,
  /[\w.]+@[\w.]+/,
  /^[\d\s.,:–\-/]*€?$/,
]

test('every screen is fully translated, accessible, and fits', async ({ browser }) => {
  test.setTimeout((all ? 30 : 8) * 60_000)
  const untranslated: string[] = []
  const server = await StudioServer.start()
  try {
    const people = await furnish(server)
    for (const [who, session, paths] of [
      ['visitor', undefined, visitors],
      ['member', people.member, members],
      ['admin', people.admin, [...staff, ...people.details]],
    ] as const) {
      const context = await contextFor(browser, server, session)
      const page = await context.newPage()
      const problems = watchConsole(page)
      for (const path of paths) untranslated.push(...(await lookAt(context, page, path, `${who} at ${path}`)))
      expect(problems, `errors in the console of the ${who}`).toEqual([])
      await context.close()
    }
    expect(untranslated, 'texts that are alike in both languages').toEqual([])
  } finally {
    await server.remove()
  }
})

interface Furnished {
  readonly admin: Session
  readonly member: Session
  /** Screens of a single class or person. */
  readonly details: readonly string[]
}

/** A studio with content on each screen, all of it prefixed. */
async function furnish(server: StudioServer): Promise<Furnished> {
  const admin = await server.person({ email: 'admin@example.ee', displayName: 'Zzasta', role: 'admin' })
  const member = await server.person({ email: 'member@example.ee', displayName: 'Zzmari' })
  await scheduledClass(server, admin, 'Zz class')
  const courseId = await openCourse(server, admin, 'Zz course')
  const membershipId = await membershipForSale(server, admin, 'Zz pass')
  const paying = { coverMember: false, paymentMethod: 'cash' as const }
  const order = { ...paying, discountCode: null }
  await server.must(memberships.buy, { membershipId, ...paying }, member)
  await server.must(courses.join, { courseId, ...order }, member)

  const scheduleId = await entryOf(server, admin, 'Zz class')
  await server.must(registrations.registerWithDropIn, { scheduleId, ...order }, member)
  const userId = await server.idOf('member@example.ee', admin)
  const details = [`class-details/${scheduleId}`, `edit-schedule/${scheduleId}`, `users/${userId}`]
  return { admin, member, details: details.map((path) => `/admin/${path}`) }
}

async function contextFor(
  browser: Browser,
  server: StudioServer,
  session: Session | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
  if (session) await enter(context, session)
  return context
}

/** Checks a screen in both languages at each width and theme; returns texts that are the same in both. */
async function lookAt(context: BrowserContext, page: Page, path: string, what: string): Promise<string[]> {
  const said = { et: new Set<string>(), en: new Set<string>() }
  await context.addCookies([{ name: 'language', value: 'et', domain: 'localhost', path: '/' }])
  await page.goto(path)
  for (const language of ['et', 'en'] as const) {
    // the language is switched on the screen, which must leave nothing untranslated
    if (language === 'en') await page.getByRole('button', { name: 'EN, English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading', { level: 1 }).first(), what).toBeVisible()
    // the second language starts with the view where the first ended, which saves a resize
    for (const view of language === 'et' ? views : views.toReversed()) {
      await page.emulateMedia({ colorScheme: view.theme })
      await widen(page, view.width)
      await expect(page.locator('[aria-busy=true]'), `${what} has loaded`).toHaveCount(0)
      const where = `${what} in ${language}, ${view.width} px, ${view.theme}`
      // other tests check each screen in English
      if (all || language === 'et') await expectAccessible(page, where)
      expect(await spilling(page), `buttons whose text does not fit, ${where}`).toEqual([])
      await expect.poll(() => outOfSight(page), `buttons that must be scrolled to sideways, ${where}`).toEqual([])
      for (const text of await textsOf(page)) said[language].add(text)
      if (all) await keepPicture(page, view, path, language)
    }
  }
  if (all || zoomed.includes(path)) await expectReadableZoomed(page, what)
  return [...said.et].filter((text) => said.en.has(text) && !mayBeSame(text)).map((text) => `${what}: ${text}`)
}

/** Buttons whose text overflows. */
const spilling = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button')]
      .filter((button) => button.checkVisibility() && button.scrollWidth > button.clientWidth + 1)
      .map((button) => button.textContent ?? ''),
  )

/** Table buttons outside their frame, where nobody would look for them. */
const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table button')]
      .filter((button) => {
        const frame = button.closest('table')?.parentElement?.getBoundingClientRect()
        const { left, right } = button.getBoundingClientRect()
        return button.checkVisibility() && frame && (left < frame.left - 1 || right > frame.right + 1)
      })
      .map((button) => button.textContent || (button.getAttribute('aria-label') ?? '')),
  )

const mayBeSame = (text: string) => text.includes(WRITTEN) || same.some((pattern) => pattern.test(text))

/** Everything that is visible or read out: texts, names, hints, and the document title. */
function textsOf(page: Page): Promise<Set<string>> {
  return page
    .evaluate(() => {
      const texts = [document.title]
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement
        // codes and keys belong to no language; a translating browser leaves them alone as well
        if (parent?.closest('script, style, noscript, [translate=no]')) continue
        // marked as another language, for example log lines
        if (parent?.closest<HTMLElement>('[lang]')?.lang !== document.documentElement.lang) continue
        texts.push(walker.currentNode.textContent ?? '')
      }
      for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '')
      }
      return texts.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text))
    })
    .then((texts) => new Set(texts))
}

async function keepPicture(page: Page, view: View, path: string, language: Language): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  const name = path.replace(/\?.*/, '').slice(1).replaceAll('/', '-')
  await page.screenshot({
    path: `${pictures}/${name}-${view.width}-${view.theme}-${language}.png`,
    fullPage: true,
  })
}

import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { enter, test, watchConsole, widen } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { entryOf, membershipForSale, openCourse, scheduledClass } from './studio.ts'

/** Hostile names that the server accepts; each appears on several screens. */
const names = {
  member: '<img src=x onerror=alert(1)>',
  teacher: 'שרה 123 محمد',
  class: '"><svg/onload=alert(1)>{{7*7}}',
  course: "=cmd|'/c calc'!A0 ${alert(1)}",
  membership: '💃🏽👩‍👩‍👧‍👦🇪🇪</script><b>',
}

/** All hostile texts at once, without spaces, as long as a description may be. */
const description = [
  '<script>alert(1)</script><iframe src="javascript:alert(1)"></iframe>',
  '{{constructor.constructor("alert(1)")()}}\r\nBcc: victim@example.ee\r\n\r\n',
  '\u202Emoc.live\u2066 \u200B\u2060\uFEFF 💃🏽 ',
]
  .join('')
  .padEnd(300, 'x')

const WIDTHS = [1280, 360]

/** Scripts that ran, or that the page's security policy blocked: neither may happen. */
interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  readonly ran: string[]
}

async function watched(browser: Browser, server: StudioServer, session: Session): Promise<Watched> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
  await enter(context, session)
  const page = await context.newPage()
  const ran = watchConsole(page)
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`)
    dialog.dismiss().catch(() => {})
  })
  await page.exposeFunction('refusedByPolicy', (what: string) => ran.push(`policy ${what}`))
  await page.addInitScript(() => {
    const told = window as unknown as { refusedByPolicy(what: string): void }
    document.addEventListener('securitypolicyviolation', (event) => told.refusedByPolicy(event.violatedDirective))
  })
  return { context, page, ran }
}

async function furnish(server: StudioServer) {
  const admin = await server.person({ email: 'admin@example.ee', displayName: 'Asta', role: 'admin' })
  const member = await server.person({ email: 'member@example.ee', displayName: names.member })
  const teacher = await server.person({ email: 'teacher@example.ee', displayName: names.teacher, role: 'teacher' })
  const form = { name: names.class, description, defaultMaxParticipants: 10, categories: ['Girl Group'] }
  await server.must(classes.create, form, admin)
  await scheduledClass(server, admin, names.class)
  const courseId = await openCourse(server, admin, names.course)
  const membershipId = await membershipForSale(server, admin, names.membership)
  const prices = { standardPrice: 1500, memberPrice: 1000, classLimit: 9, validPeriod: 9 }
  const lists = { categories: ['Girl Group'], excludedCategories: [] }
  await server.must(memberships.create, { name: names.course, description, ...prices, ...lists }, admin)
  const paying = { coverMember: false, paymentMethod: 'cash' as const }
  for (const person of [member, teacher]) {
    await server.must(memberships.buy, { membershipId, ...paying }, person)
    await server.must(courses.join, { courseId, ...paying, discountCode: null }, person)
  }
  return { admin, member, paying }
}

/**
 * Expects that a screen, at each width, renders texts without creating elements and without sideways scrolling; returns
 * its text.
 */
async function expectInert({ page }: Watched, path: string): Promise<string> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  let shown = ''
  for (const width of WIDTHS) {
    await widen(page, width)
    await expect(page.locator('[aria-busy=true]'), `${path} has loaded`).toHaveCount(0)
    const found = await page.evaluate(madeByTexts)
    expect.soft(found, `${path}, ${width} px`).toEqual({ made: [], turned: [], sideways: 0 })
    shown += await page.locator('body').innerText()
  }
  return shown
}

/** Runs in the page: elements created by a text, and elements whose text reverses what is beside them. */
function madeByTexts() {
  const turned: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (!parent || parent.closest('script')) continue
    if (!/[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(walker.currentNode.textContent ?? '')) continue
    const { display, unicodeBidi } = getComputedStyle(parent)
    if (display === 'inline' && !/isolate|plaintext/.test(unicodeBidi)) turned.push(parent.outerHTML.slice(0, 200))
  }
  const { scrollWidth, clientWidth } = document.documentElement
  return {
    made: [...document.querySelectorAll('img[src=x], iframe, body b, svg[onload], [onerror], [onload]')].map(
      (element) => element.outerHTML.slice(0, 200),
    ),
    turned,
    sideways: Math.max(0, scrollWidth - clientWidth),
  }
}

const forMembers = ['/dashboard', '/classes', '/memberships']
const desk = [
  'classes',
  'courses',
  'course-registrants',
  'manage-memberships',
  'memberships',
  'logs',
  'users',
  'payments',
  'class-registrants',
  'add-to-schedule',
  'class-registration',
].map((path) => `/admin/${path}`)

test('texts written by people remain plain text on every screen that shows them', async ({ browser }) => {
  test.slow()
  const server = await StudioServer.start()
  try {
    const { admin, member, paying } = await furnish(server)
    const staff = await watched(browser, server, admin)
    const scheduleId = await entryOf(server, admin, names.class)
    const place = { scheduleId, ...paying, discountCode: null }
    await server.must(registrations.registerWithDropIn, place, member)
    const userId = await server.idOf('member@example.ee', admin)
    const details = [`class-details/${scheduleId}`, `edit-schedule/${scheduleId}`, `users/${userId}`]

    const memberTab = await watched(browser, server, member)
    let shown = ''
    for (const path of forMembers) shown += await expectInert(memberTab, path)
    for (const path of [...desk, ...details.map((path) => `/admin/${path}`)]) shown += await expectInert(staff, path)
    for (const name of Object.values(names)) expect.soft(shown, 'shown as it was typed').toContain(name)
    expect.soft(shown).toContain('<iframe src="javascript:alert(1)">')
    expect([...memberTab.ran, ...staff.ran]).toEqual([])

    // proves that the detection works: such a script is noticed and blocked
    await staff.page.evaluate((markup) => {
      document.body.insertAdjacentHTML('beforeend', markup)
    }, names.member)
    await expect.poll(() => staff.ran.join()).toContain('policy script-src')
    expect(staff.ran.join()).not.toContain('dialog')
    await Promise.all([memberTab.context.close(), staff.context.close()])
  } finally {
    await server.remove()
  }
})

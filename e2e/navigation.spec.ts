import { expect, type Page } from '@playwright/test'
import { holdCode, openDrawn } from './early.ts'
import { enter, takenOver, test, type House } from './fixtures.ts'
import type { Session } from './server.ts'
import { scheduledClass } from './studio.ts'

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
/** Scheduled later than other tests' classes, which those expect among the first entries. */
async function longList({ server, admin }: House, name: string): Promise<void> {
  for (let number = 1; number <= 12; number++) await scheduledClass(server, admin, `${name} ${number}`, { inDays: 2 })
}
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()

test('Back restores a list’s scroll position, other screens open at the top, and a hash link scrolls to its target', async ({
  page,
  house,
}) => {
  await longList(house, 'Long list')
  await enter(page.context(), house.admin)
  await page.goto('/classes?weeks=8')
  await expect(page.getByText('Long list 12').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 400))
  await expect.poll(() => scrolled(page)).toBe(400)
  // a pointer click would scroll the link into view first, and so move the page to the top
  await link(page, 'Memberships').dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'Memberships', level: 1 })).toBeFocused()
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Upcoming Classes', level: 1 })).toBeFocused()
  await expect.poll(() => scrolled(page)).toBe(400)
  await page.reload()
  await expect.poll(() => scrolled(page)).toBe(400)

  await page.setViewportSize({ width: 1000, height: 700 })
  await page.evaluate(() => scrollTo(0, 0))
  await link(page, 'Courses').click()
  await expect(page).toHaveURL('/classes?weeks=8#courses')
  await expect(page.locator('#courses')).toBeInViewport()
})

test('on a phone Back closes what More opened, and leaves the page at the next press', async ({ page, house }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await enter(page.context(), house.admin)
  await page.goto('/memberships')
  await link(page, 'Upcoming Classes').click()
  // a menu closes when the next screen is there
  await expect(page.getByRole('heading', { name: 'Upcoming Classes', level: 1 })).toBeFocused()
  const more = page.getByRole('navigation').getByRole('button', { name: 'More' })
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await page.goBack()
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(page).toHaveURL('/classes')
  await page.goBack()
  await expect(page).toHaveURL('/memberships')
})

test('the scroll position is also restored in Firefox, which loses what is stored at pagehide', async ({
  page,
  house,
}) => {
  await longList(house, 'List for later')
  await enter(page.context(), house.admin)
  await page.addInitScript(() => addEventListener('pagehide', (event) => event.stopImmediatePropagation()))
  await page.goto('/classes?weeks=8')
  await expect(page.getByText('List for later 12').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 400))
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('scrolled'))).toContain('400')
  await page.goto('/offline.html', { waitUntil: 'load' })
  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(400)
})

test('only the address remembers a filter, not the browser’s form restoration', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  await page.goto('/classes')
  await expect(page.getByRole('radio', { name: 'All categories' })).toHaveAttribute('autocomplete', 'off')
  await page.goto('/memberships')
  await expect(page.getByRole('radio', { name: 'Fitness Only' })).toHaveAttribute('autocomplete', 'off')
})

test('Back to a search restores the text in its field', async ({ page, house }) => {
  await enter(page.context(), house.admin)
  await page.goto('/admin/users')
  const field = page.getByRole('main').getByRole('searchbox')
  await field.fill('mari')
  await expect(page).toHaveURL(/search=mari/)
  await page.getByRole('button', { name: 'Admin' }).click()
  await link(page, 'Users').click()
  await expect(page).toHaveURL('/admin/users')
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL(/search=mari/)
  await expect(field).toHaveValue('mari')
})

test('a reader who scrolled before the code ran stays there', async ({ page, house }) => {
  await longList(house, 'Read early')
  const release = await holdCode(page)
  await openDrawn(page, '/classes')
  await expect(page.getByText('Read early 12').filter({ visible: true }).first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 300))
  release()
  await takenOver(page)
  expect(await scrolled(page)).toBe(300)
})

test('a reader who scrolls during hydration stays there', async ({ page, house }) => {
  await longList(house, 'Read meanwhile')
  // when React starts; the scroll event comes only in the next frame, which would be too late here
  await page.addInitScript(() => {
    addEventListener('scroll', (event) => event.stopImmediatePropagation(), true)
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (...given: Parameters<typeof listen>) {
      listen.apply(this, given)
      if (!(this instanceof Element) || this.id !== 'root') return
      EventTarget.prototype.addEventListener = listen
      scrollTo(0, 300)
    }
  })
  await page.goto('/classes')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await scrolled(page)).toBe(300)
})

test('the link of the current screen is marked, also on screens below it', async ({ page, house }) => {
  await house.server.person({ email: 'beneath@example.ee', displayName: 'Beneath' })
  await enter(page.context(), house.admin)
  await page.goto('/dashboard')
  await expect(link(page, 'Dashboard')).toHaveAttribute('aria-current', 'page')
  await expect(link(page, 'Memberships')).not.toHaveAttribute('aria-current')
  // a screen without its own item marks the item of its parent
  await page.goto('/admin/freezes')
  await page.getByRole('button', { name: 'Admin' }).click()
  await expect(link(page, 'Active Memberships')).toHaveAttribute('aria-current', 'page')
  await page.goto('/admin/users')
  await page.getByRole('link', { name: /Beneath/ }).click()
  await expect(page).toHaveURL(/admin\/users\/./)
  // rendering a screen closes the menus of the former one
  await expect(page.getByRole('heading', { name: /Beneath/, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Admin' }).click()
  await expect(link(page, 'Users')).toHaveAttribute('aria-current', 'page')
  // following the link closes the menu
  await link(page, 'Users').click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Admin' })).toHaveAttribute('aria-expanded', 'false')
})

test('a choice stored in the address is shown at once and never reset in between', async ({ page, house }) => {
  for (const name of ['Chosen first', 'Chosen next']) await scheduledClass(house.server, house.admin, name)
  await enter(page.context(), house.admin)
  await page.goto('/admin/class-registration')
  for (const name of ['Chosen first', 'Chosen next']) {
    const choice = page.getByRole('radio', { name: new RegExp(name) })
    const checked = await choice.evaluate(async (radio: HTMLInputElement) => {
      const seen: boolean[] = []
      radio.click()
      for (let frame = 0; frame < 10; frame++) {
        seen.push(radio.checked)
        await new Promise(requestAnimationFrame)
      }
      return seen
    })
    expect(checked).toEqual(Array<boolean>(10).fill(true))
  }
})

async function goesBackEarly(page: Page, admin: Session, held: boolean): Promise<void> {
  await enter(page.context(), admin)
  await page.goto('/classes')
  await link(page, 'Memberships').click()
  await expect(page.getByRole('heading', { name: 'Memberships', level: 1 })).toBeVisible()
  const release = held ? await holdCode(page) : () => {}
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Memberships', level: 1 })).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/classes')
  release()
  await expect(page.getByRole('heading', { name: 'Upcoming Classes', level: 1 })).toBeVisible()
}

// hydration errors that React logs would fail these three
test('going Back during hydration shows the screen of that address', ({ page, house }) =>
  goesBackEarly(page, house.admin, false))

test('going Back before the code runs shows the screen of that address', ({ page, house }) =>
  goesBackEarly(page, house.admin, true))

test('going Back between hydration of the frame and of the screen shows the screen of that address', async ({
  page,
  house,
}) => {
  await enter(page.context(), house.admin)
  await page.goto('/classes')
  await link(page, 'Memberships').click()
  await expect(page.getByRole('heading', { name: 'Memberships', level: 1 })).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(() => {
    if (location.pathname !== '/memberships') return
    const isHydrated = (selector: string) =>
      Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__react'))
    // looks between the tasks that React hydrates in
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      if (!isHydrated('nav')) port2.postMessage(null)
      else if (!isHydrated('h1')) history.back()
    })
    port1.start()
    port2.postMessage(null)
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/classes')
  await expect(page.getByRole('heading', { name: 'Upcoming Classes', level: 1 })).toBeVisible()
})

test('a modified click opens a link in a new tab', async ({ page, context }) => {
  await page.goto('/classes')
  const other = context.waitForEvent('page')
  await link(page, 'Log In').click({ modifiers: ['ControlOrMeta'] })
  await expect(await other).toHaveURL(/login/)
  await expect(page).toHaveURL(/classes/)
})

test('a screen whose code can’t be loaded says so, and the navigation still works', async ({ page }) => {
  await page.route(/SignUpPage-.*\.js$/, (route) => route.abort())
  await page.goto('/login')
  await link(page, 'Sign up').click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page).toHaveURL('/register')
  await link(page, 'Classes').click()
  await expect(page.getByRole('heading', { name: 'Classes', level: 1 })).toBeFocused()
})

test('a screen whose code could not be loaded is requested again on the next visit', async ({ page }) => {
  await page.goto('/login')
  // the page has already been reloaded once for this file
  await page.route(/SignUpPage-.*\.js$/, (route) => route.abort())
  await link(page, 'Sign up').click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await link(page, 'Log In').click()
  await expect(page.getByRole('button', { name: 'SIGN IN', exact: true })).toBeVisible()
  await page.unroute(/SignUpPage-.*\.js$/)
  await link(page, 'Sign up').click()
  await expect(page.getByRole('button', { name: 'SIGN UP' })).toBeVisible()
})

test('the frame is shown while the code of the first screen loads', async ({ page }) => {
  const release = await holdCode(page, /TimetablePage-.*\.js$/)
  // an address that the server does not render
  await page.goto('/classes?category=Girl+Group', { waitUntil: 'commit' })
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Classes', level: 1 })).toBeVisible()
})

test('the screen chosen last is shown, whichever loads first', async ({ page }) => {
  await page.goto('/login')
  const release = await holdCode(page, /SignUpPage-.*\.js$/)
  await link(page, 'Sign up').click()
  await expect(page).toHaveURL('/register')
  await expect(page.locator('[data-progress]')).toBeVisible()
  await link(page, 'Classes').click()
  await expect(page.getByRole('heading', { name: 'Classes', level: 1 })).toBeVisible()
  release()
  await page.waitForResponse(/SignUpPage-.*\.js$/)
  await expect(page.getByRole('heading', { name: 'Classes', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/classes')
})

test('an address typed by hand is normalized, in one history entry', async ({ page }) => {
  await page.goto('/classes')
  await page.goto('/Login/?page=7')
  await expect(page.getByRole('button', { name: 'SIGN IN', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/classes')
})

test('a screen that crashes while rendering says so, and the navigation still works', async ({ context }) => {
  // a separate page: the browser rightly logs the error of the broken screen
  const page = await context.newPage()
  const body = 'export const SignUpPage = () => { throw new Error("broken") }'
  await page.route(/SignUpPage-.*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.goto('/login')
  await link(page, 'Sign up').click()
  await expect(page.getByText('This screen could not be shown.').first()).toBeVisible()
  await link(page, 'Classes').click()
  await expect(page.getByRole('heading', { name: 'Classes', level: 1 })).toBeVisible()
})

test('with reduced motion nothing is animated, whatever changes on the page', async ({ page, house }) => {
  const moved = () =>
    page.evaluate(() => {
      // forces a layout, from which transitions would start
      void document.body.offsetHeight
      // larger letters and another colour: every element changes
      Object.assign(document.body.style, { fontSize: '150%', color: 'red' })
      for (const link of document.querySelectorAll('a')) link.style.color = 'red'
      return document.getAnimations().length
    })
  await page.goto('/login')
  expect(await moved()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`${house.server.url}/login`)
  expect(await moved(), 'links that change their colour slowly for the others').toBeGreaterThan(0)
})

test('the application starts in a browser that blocks storage', async ({ page, house }) => {
  await scheduledClass(house.server, house.admin, 'Without storage')
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Storage is blocked.', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/classes')
  await page.getByRole('radio', { name: 'Girl Group' }).check()
  await expect(page).toHaveURL(/category=Girl/)
  await link(page, 'Log In').click()
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
})

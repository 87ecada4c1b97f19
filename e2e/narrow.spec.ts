import { expect, type Locator, type Page } from '@playwright/test'
import { door } from '#studio/door/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { enter, expectAccessible, resize, standsStill, test } from './fixtures.ts'
import { byDropIn } from './ownFamily.ts'
import { entryOf, membershipForSale, openCourse, scheduledClass, withFeatures } from './studio.ts'
import { cutOff } from './zoomed.ts'

/** What a small phone has left at 200 %. */
const HALF = { width: 195, height: 422 } as const

test.use({ viewport: { width: 360, height: 800 } })

test('on a narrow phone the amount due is below each name, as a target of its own', async ({ page, house }) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Class due')
  const { entries } = await server.ask(registrations.upcoming, { weeks: 4 }, admin)
  const scheduleId = entries.find(({ className }) => className === 'Class due')?.id ?? ''
  const drop = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
  for (const displayName of ['Ann', 'Bartholomea-Wilhelmina']) {
    const member = await server.person({ email: `${displayName.toLowerCase()}@example.ee`, displayName })
    await server.must(registrations.registerWithDropIn, drop, member)
  }
  await enter(page.context(), admin)
  await page.goto(`/admin/class-details/${scheduleId}`)
  await expect(page.getByRole('button', { name: /^Due/ })).toHaveCount(2)
  await expectAccessible(page, 'a class at 360 px')
})

test('on a person’s page an amount is to the right of a long name that wraps', async ({ page, house }) => {
  const { server, admin } = house
  const member = await server.person({ email: 'long.pass@example.ee', displayName: 'Long' })
  const name = 'Pass with a name that takes two lines of a phone'
  const membershipId = await membershipForSale(server, admin, name)
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' }, member)
  const [payment] = await server.ask(payments.mine, {}, member)
  await enter(page.context(), admin)
  await page.goto(`/admin/users/${payment?.userId}`)
  const row = page.getByRole('listitem', { name }).filter({ hasText: '40€' })
  const [title, sum] = await Promise.all([row.getByText(name).boundingBox(), row.getByText('40€').boundingBox()])
  // aligned with the first line, however many there are
  expect(title?.height).toBeGreaterThan(30)
  expect(sum?.y).toBeLessThan((title?.y ?? 0) + 20)
})

test('on a phone a cancelled payment shows what it was about', async ({ page, house }) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Class given up')
  const member = await server.person({ email: 'gave.up@example.ee' })
  const scheduleId = await entryOf(server, admin, 'Class given up')
  await server.must(registrations.registerWithDropIn, { scheduleId, ...byDropIn }, member)
  await server.must(registrations.cancel, { scheduleId }, member)
  await enter(page.context(), member)
  await page.goto('/account#payments')
  const row = page.getByRole('listitem', { name: 'Class given up' })
  await expect(row.getByText('Cancelled')).toBeVisible()
  await expect(row.getByText('15€')).toBeVisible()
  await expect(row.getByText('0€', { exact: true })).toHaveCount(0)
})

test('the page head is never wider than the window, for any role and language', async ({ page, house }) => {
  const { server, admin } = house
  const member = await server.person({ email: 'head.of.page@example.ee', displayName: 'Wide Window' })
  for (const who of [admin, member]) {
    await enter(page.context(), who)
    for (const language of ['en', 'et']) {
      await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/classes')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [320, 640, 700, 768, 820, 840, 1024, 1026]) {
        await resize(page, { width, height: 800 })
        const end = await page
          .getByRole('banner')
          .evaluate((head) =>
            Math.max(...[...head.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)),
          )
        expect(end, `${language} at ${width} px`).toBeLessThanOrEqual(width)
      }
    }
  }
})

test('on a small phone at up to 200 % both bars are reachable as a whole, for any role and language', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  await page.setViewportSize(HALF)
  for (const who of [admin, await server.person({ email: 'bar.of.page@example.ee' })]) {
    await enter(page.context(), who)
    for (const [language, menu, more] of [
      ['en', 'Main navigation', 'More'],
      ['et', 'Peamenüü', 'Veel'],
    ] as const) {
      await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
      await page.goto('/dashboard')
      for (const button of await page.getByRole('banner').getByRole('button').all()) {
        await expect(button).toBeInViewport({ ratio: 1 })
      }
      const bar = page.getByRole('navigation', { name: menu })
      // 200, 150 and 130 %
      for (const width of [HALF.width, 260, 300]) {
        await resize(page, { ...HALF, width })
        await expect(bar.getByRole('button', { name: more })).toBeInViewport({ ratio: 1 })
        for (const link of await bar.getByRole('link').all()) {
          if (await link.isVisible()) await expect(link).toBeInViewport({ ratio: 1 })
        }
      }
      await resize(page, HALF)
    }
  }
})

test('on a small phone at 200 % the classes, the passes, the door, an admin’s dashboard and a dialog are as wide as the window', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchBack = await withFeatures(server, admin, { families: true, door: true })
  try {
    await scheduledClass(server, admin, 'Zoomed evening', { inDays: 0, startTime: '00:00', endTime: '23:59' })
    await scheduledClass(server, admin, 'Zoomed class')
    await openCourse(server, admin, 'Zoomed course')
    await membershipForSale(server, admin, 'Zoomed pass')
    const parent = await server.person({ email: 'zoomed.parent@example.ee', displayName: 'Maarja' })
    await server.must(families.addChild, { displayName: 'Mia', familyName: 'Kask', dob: '2015-07-09' }, parent)
    const { people } = await server.ask(families.mine, {}, parent)
    const personId = people.find(({ own }) => !own)?.personId ?? ''
    const scheduleId = await entryOf(server, admin, 'Zoomed class')
    await server.must(registrations.registerWithDropIn, { scheduleId, personId, ...byDropIn }, parent)
    const tonight = await entryOf(server, admin, 'Zoomed evening')
    const userId = await server.idOf('zoomed.parent@example.ee', admin)
    const by = { kind: 'dropIn', coverMember: false } as const
    await server.must(door.walkIn, { scheduleId: tonight, userId, by, money: null, over: false }, admin)
    await enter(page.context(), parent)
    await page.setViewportSize(HALF)
    await page.goto('/classes')
    const row = page.getByRole('listitem', { name: 'Zoomed class' })
    await row.getByRole('button', { name: 'Register another' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /^(Continue|Register)/ })).toBeInViewport({
      ratio: 1,
    })

    const found: Record<string, string[]> = {}
    for (const language of ['en', 'et']) {
      await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
      for (const [who, ...paths] of [
        [parent, '/classes', '/memberships'],
        [admin, `/door?class=${tonight}`, '/dashboard'],
      ] as const) {
        await enter(page.context(), who)
        for (const path of paths) {
          await page.setViewportSize({ width: 390, height: 844 })
          await page.goto(path)
          await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
          await resize(page, HALF)
          await standsStill(page)
          found[`${path.split('?')[0]} in ${language}`] = await page.evaluate(cutOff)
        }
      }
    }
    expect.soft(found).toEqual(Object.fromEntries(Object.keys(found).map((where) => [where, []])))
  } finally {
    await switchBack()
  }
})

test('among the registrants of a class a name, a state and an age below it are each as high as a finger', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchBack = await withFeatures(server, admin, { families: true })
  try {
    await scheduledClass(server, admin, 'Class for fingers')
    const scheduleId = await entryOf(server, admin, 'Class for fingers')
    const parent = await server.person({ email: 'finger.parent@example.ee', displayName: 'Signe' })
    await server.must(families.addChild, { displayName: 'Mia', familyName: 'Kask', dob: '2015-07-09' }, parent)
    const { people } = await server.ask(families.mine, {}, parent)
    for (const { personId } of people) {
      await server.must(registrations.registerWithDropIn, { scheduleId, personId, ...byDropIn }, parent)
    }
    await enter(page.context(), admin)
    await page.goto(`/admin/class-registrants?entry=${scheduleId}`)
    await standsStill(page)
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Mia Kask', exact: true }) })
    const lines = rows.locator('[id] a, [id] + div button')
    await expect(lines).toHaveCount(3)
    for (const target of await lines.all()) expect(await pressedHeight(target)).toBeGreaterThanOrEqual(43)
  } finally {
    await switchBack()
  }
})

/** How high the part is where a press in the middle meets it. */
const pressedHeight = (target: Locator) =>
  target.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, width, top, bottom } = element.getBoundingClientRect()
    let height = 0
    for (let y = Math.floor(top) - 30; y < bottom + 30; y++) {
      if (element.contains(document.elementFromPoint(left + width / 2, y))) height++
    }
    return height
  })

test('a toast on a phone leaves the controls at the top free', async ({ page, house }) => {
  const { server, admin } = house
  await scheduledClass(server, admin, 'Toasted class')
  await enter(page.context(), await server.person({ email: 'toasted@example.ee' }))
  await page.goto(`/class/${await entryOf(server, admin, 'Toasted class')}`)
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cash' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const toast = page.getByRole('region', { name: 'Notifications' }).locator('> *').first()
  await expect(toast).toBeVisible()
  await standsStill(page)
  const [head, box] = await Promise.all([page.getByRole('banner').boundingBox(), toast.boundingBox()])
  expect(box?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
})

test('a toast on a phone is below the bar that counts who is here, wherever the list is scrolled', async ({
  page,
  house,
}) => {
  const { server, admin } = house
  const switchBack = await withFeatures(server, admin, { door: true })
  try {
    await scheduledClass(server, admin, 'Class with a bar', { inDays: 0, startTime: '00:00', endTime: '23:59' })
    const scheduleId = await entryOf(server, admin, 'Class with a bar')
    const by = { kind: 'dropIn', coverMember: false } as const
    for (const displayName of ['Anu', 'Birgit', 'Carmen', 'Dora', 'Eha', 'Frida', 'Grete', 'Heli']) {
      const email = `${displayName}.below.bar@example.ee`.toLowerCase()
      await server.person({ email, displayName })
      const userId = await server.idOf(email, admin)
      await server.must(door.walkIn, { scheduleId, userId, by, money: null, over: false }, admin)
    }
    await enter(page.context(), admin)
    await page.goto(`/admin/class-registrants?entry=${scheduleId}`)
    await page.getByRole('button', { name: 'Edit the list' }).click()
    const bar = page.locator('[data-over-content]')
    const toast = page.getByRole('region', { name: 'Notifications' }).locator('> *').first()
    for (const name of ['Anu Kask', 'Heli Kask']) {
      await page.getByRole('button', { name: `Remove registration: ${name}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove registration' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(toast).toBeVisible()
      await standsStill(page)
      const [head, over, box] = await Promise.all(
        [page.getByRole('banner'), bar, toast].map((one) => one.boundingBox()),
      )
      const bottom = (of: typeof box) => (of?.y ?? 0) + (of?.height ?? 0)
      expect(box?.y, name).toBeGreaterThanOrEqual(bottom(head))
      const beside = bottom(box) <= (over?.y ?? 0) || (box?.y ?? 0) >= bottom(over)
      expect(beside, `${name}: the toast covers the bar`).toBe(true)
      await toast.getByRole('button', { name: 'Dismiss' }).click()
      await expect(toast).toHaveCount(0)
    }
  } finally {
    await switchBack()
  }
})

test('a name that is one long word wraps on a phone, wherever it stands', async ({ page, house }) => {
  const { server, admin } = house
  const word = 'Tänavatantsukoreograafiatreeningrühm'
  const name = `${word} algajatele`
  const teacher = await server.person({ email: 'long.word@example.ee', role: 'teacher' })
  const teacherIds = [await server.idOf('long.word@example.ee', admin)]
  await scheduledClass(server, admin, name)
  await scheduledClass(server, admin, `${word} täna`, { inDays: 0, startTime: '00:00', endTime: '23:59', teacherIds })
  const scheduleId = await entryOf(server, admin, name)
  const member = await server.person({ email: 'long.words@example.ee' })
  const screens = [
    [member, '/classes', `/class/${scheduleId}`, '/dashboard'],
    [teacher, '/dashboard', '/door'],
    [
      admin,
      '/classes',
      '/admin/classes',
      '/admin/class-registrants',
      `/admin/class-details/${scheduleId}`,
      `/admin/edit-schedule/${scheduleId}`,
      '/admin/add-to-schedule',
      '/admin/repeat-term',
    ],
  ] as const
  const cut: string[] = []
  for (const [who, ...paths] of screens) {
    await enter(page.context(), who)
    for (const path of paths) {
      await page.goto(path)
      await standsStill(page)
      for (const width of [390, 320]) {
        await resize(page, { width, height: 800 })
        cut.push(...(await cutNames(page)).map((what) => `${path} at ${width}: ${what}`))
      }
    }
  }
  await enter(page.context(), member)
  await page.goto(`/class/${scheduleId}`)
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cash' })).toBeVisible()
  await standsStill(page)
  cut.push(...(await cutNames(page)).map((what) => `the dialog: ${what}`))
  await page.getByRole('dialog').getByRole('button', { name: 'Cash' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.goto('/dashboard')
  await expect(page.getByText(name).first()).toBeVisible()
  cut.push(...(await cutNames(page)).map((what) => `the dashboard with a place: ${what}`))
  expect(cut).toEqual([])
})

/** Texts with the long word that leave the window, or the box that clips them. */
const cutNames = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const parent = text.parentElement
      if (!parent || !text.textContent?.includes('Tänavatants') || !parent.checkVisibility()) continue
      if (parent.closest('option, .sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { right } = range.getBoundingClientRect()
      for (let box: Element | null = parent; box; box = box.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(box)
        if (textOverflow === 'ellipsis') break
        const clips = box === document.documentElement || overflowX !== 'visible'
        if (clips && right > box.getBoundingClientRect().left + box.clientLeft + box.clientWidth + 1) {
          found.push(`${parent.tagName} ${parent.className}`)
          break
        }
      }
    }
    return [...new Set(found)]
  })

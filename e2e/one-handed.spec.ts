import { expect, type Locator, type Page } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { phone } from './devices.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import type { Session, StudioServer } from './server.ts'
import { membershipForSale, scheduledClass, entryOf, registrantsOf } from './studio.ts'

/**
 * Least size of a target in px (SPEC), and the part of the height that a thumb reaches on a phone held at the bottom.
 */
const TARGET = 44
const REACH = 0.75

test.use(phone)

const names = ['Anu', 'Birgit', 'Carmen', 'Dora', 'Ene', 'Grete', 'Helen', 'Iris', 'Jaana', 'Kai']

test('a teacher marks ten people at the door with one thumb, and nothing moves under it', async ({
  page,
  house,
}, info) => {
  test.slow()
  const { server, admin } = house
  await scheduledClass(server, admin, 'One-handed', { maxParticipants: 20 })
  const membershipId = await membershipForSale(server, admin, 'One-handed pass')
  await enter(
    page.context(),
    await server.person({ email: 'teacher.thumb@example.ee', displayName: 'Tiina', role: 'teacher' }),
  )
  const door = await Door.open(server, admin, page, membershipId)

  await test.step('ten people are in the list, and one who will cancel', async () => {
    for (const [index, name] of names.entries()) await door.comes(name, index % 5 === 4 ? 'pass' : 'cash')
    await door.comes('Daisi', 'cash')
    await page.reload()
    await expect(door.row('Kai')).toBeVisible()
  })

  const places = await door.places()
  const before = { ...door.thumb }
  for (const [index, name] of names.entries()) {
    await test.step(`${name} is marked and pays`, async () => {
      const attended = door.row(name).getByRole('button', { name: 'Attended' })
      await door.tap(attended)
      await expect(attended).toHaveAttribute('aria-pressed', 'true')
      expect(await door.places(), `rows after marking ${name}`).toEqual(places)

      // people who register or cancel meanwhile do not move the rows
      if (index === 2) await door.comes('Aabe', 'cash')
      if (index === 5) await door.goes('Daisi')
      if (index === 6) await door.comes('Berit', 'cash')
      expect(await door.places(), `rows before ${name} pays`).toEqual(places)

      if (index % 5 !== 4) await door.takesMoney(name)
      expect(await door.places(), `rows after ${name} paid`).toEqual(places)
    })
  }

  const taps = door.thumb.taps - before.taps
  info.annotations.push({ type: 'one hand', description: `${taps} taps, ${door.thumb.scrolls} scrolls` })
  expect(taps, 'a tap for each person, and two for each payment').toBe(10 + 2 * 8)
  await expectAccessible(page, 'the list at the door, all marked')
})

/** The list of one class on a teacher's phone, and the people who register for it. */
class Door {
  readonly thumb = { taps: 0, scrolls: 0 }
  readonly #people = new Map<string, Session>()

  readonly server: StudioServer
  readonly page: Page
  readonly #membershipId: string
  readonly #scheduleId: string

  private constructor(server: StudioServer, page: Page, membershipId: string, scheduleId: string) {
    this.server = server
    this.page = page
    this.#membershipId = membershipId
    this.#scheduleId = scheduleId
  }

  /** Opens the list the way a teacher does, from the dashboard. */
  static async open(server: StudioServer, admin: Session, page: Page, membershipId: string): Promise<Door> {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Class Registrants' }).tap()
    await expect(page.getByRole('heading', { name: 'Scheduled Classes and Registrants' })).toBeVisible()
    const scheduleId = await entryOf(server, admin, 'One-handed')
    await page.goto(await registrantsOf(server, admin, 'One-handed'))
    return new Door(server, page, membershipId, scheduleId)
  }

  row(name: string): Locator {
    return this.page.getByRole('listitem', { name: new RegExp(`^${name} Kask`) })
  }

  /** Signs up and registers. */
  async comes(name: string, how: 'cash' | 'pass'): Promise<void> {
    const server = this.server
    const scheduleId = this.#scheduleId
    const session = await server.person({ email: `${name.toLowerCase()}.thumb@example.ee`, displayName: name })
    this.#people.set(name, session)
    const paying = { coverMember: false, paymentMethod: 'cash' as const }
    if (how === 'cash') {
      await server.must(registrations.registerWithDropIn, { scheduleId, ...paying, discountCode: null }, session)
    } else {
      const { purchaseId } = await server.must(
        memberships.buy,
        { membershipId: this.#membershipId, ...paying },
        session,
      )
      await server.must(registrations.registerWithMembership, { scheduleId, purchaseId }, session)
    }
    await expect(this.row(name)).toBeVisible()
  }

  /** Cancels the registration. */
  async goes(name: string): Promise<void> {
    await this.server.must(registrations.cancel, { scheduleId: this.#scheduleId }, this.#people.get(name))
    await expect(this.row(name).getByRole('button', { name: 'Attended' })).toHaveCount(0)
  }

  async takesMoney(name: string): Promise<void> {
    await this.tap(this.row(name).getByRole('button', { name: /^Due/ }))
    const dialog = this.page.getByRole('dialog', { name: 'Mark Payment as Paid' })
    await this.tap(dialog.getByRole('button', { name: 'Mark as Paid' }))
    await expect(dialog).toBeHidden()
    await expect(this.row(name).getByText('Teacher Marked as Paid')).toBeVisible()
  }

  /** Distance of each of the ten rows from the top of the page, in px. */
  places(): Promise<Record<string, number>> {
    return this.page.evaluate((names) => {
      const rows = [...document.querySelectorAll('main li')]
      const topOf = (name: string) => {
        const row = rows.find((row) => row.querySelector('a')?.textContent === `${name} Kask`)
        return row ? Math.round(row.getBoundingClientRect().top + scrollY) : Number.NaN
      }
      return Object.fromEntries(names.map((name) => [name, topOf(name)]))
    }, names)
  }

  /** Scrolls the target into the thumb's reach if needed, and taps it. */
  async tap(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    const scrolls = await target.evaluate((element, reach) => {
      const { top, bottom, height } = element.getBoundingClientRect()
      const middle = (top + height / 2) / innerHeight
      const dock = document.querySelector('nav.fixed')?.getBoundingClientRect().top ?? innerHeight
      if (element.closest('[role=dialog]') !== null || (middle > 1 - reach && bottom <= dock)) return 0
      scrollBy(0, (middle - 0.6) * innerHeight)
      return 1
    }, REACH)
    // waits until it stops moving and nothing covers it
    await target.tap({ trial: true })
    const { left, right, top, bottom, screen } = await target.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom, screen: innerHeight }
    })
    const what = String(target)
    expect((top + bottom) / 2 / screen, `${what} is within reach`).toBeGreaterThan(1 - REACH)
    expect(left, what).toBeGreaterThanOrEqual(0)
    expect(right, what).toBeLessThanOrEqual(360)
    expect(Math.min(right - left, bottom - top), `size of ${what}`).toBeGreaterThanOrEqual(TARGET)
    await this.page.touchscreen.tap((left + right) / 2, (top + bottom) / 2)
    this.thumb.taps++
    this.thumb.scrolls += scrolls
  }
}

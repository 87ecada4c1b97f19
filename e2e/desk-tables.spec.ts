import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { runChild } from '#server/testing/child.ts'
import { signal } from '#server/testing/signal.ts'
import { ENTRIES_ON_A_PAGE } from '#studio/attendance/rules.ts'
import { expectWords, overdue } from './deskWords.ts'
import { enter, test } from './fixtures.ts'
import { StudioServer } from './server.ts'

/** Each table of the desk: its address, its text when empty, and its page parameter. */
const tables: readonly { at: string; table: string; empty?: string; rows: number; page?: string; first: string }[] = [
  { at: 'users', table: 'Users', rows: 50, page: 'page', first: 'Person' },
  { at: 'classes', table: 'Classes', empty: 'No classes found', rows: 50, page: 'page', first: 'Class' },
  { at: 'courses', table: 'Active Courses', empty: 'No active courses found', rows: 50, page: 'page', first: 'active' },
  {
    at: 'courses',
    table: 'Archived Courses',
    empty: 'No archived courses found',
    rows: 50,
    page: 'archivedPage',
    first: 'archived',
  },
  {
    at: 'course-registrants',
    table: 'Course Registrants',
    empty: 'No course registrants found',
    rows: 50,
    page: 'page',
    first: 'Person',
  },
  {
    at: 'memberships',
    table: 'Active Memberships',
    empty: 'No active memberships found',
    rows: 50,
    page: 'page',
    first: 'Person',
  },
  {
    at: 'manage-memberships',
    table: 'Memberships for sale',
    empty: 'No memberships found',
    rows: 50,
    page: 'page',
    first: 'Pass',
  },
  {
    at: 'class-registrants',
    table: 'Scheduled Classes and Registrants',
    empty: 'No classes found for the selected range',
    rows: ENTRIES_ON_A_PAGE,
    page: 'page',
    first: 'Class',
  },
  ...(['due', 'markedByUser', 'markedByTeacher', 'confirmed'] as const).map((status) => ({
    at: status === 'due' ? 'payments' : `payments?tab=${status}`,
    table: {
      due: 'Due',
      markedByUser: 'Marked as Paid',
      markedByTeacher: 'Teacher Marked as Paid',
      confirmed: 'Confirmed: ',
    }[status],
    empty: 'No payments here',
    rows: 50,
    page: status,
    first: 'Person',
  })),
  ...(['Courses', 'Registrations', 'Payments', 'Memberships'] as const).map((section) => ({
    at: 'logs',
    table: `Logs: ${section}`,
    empty: 'No logs found',
    rows: 20,
    first: 'Line',
  })),
]

test('every table of the desk works with no row, one row and a thousand rows', async ({ page }) => {
  test.setTimeout(5 * 60_000)
  const server = await StudioServer.start()
  try {
    const admin = await server.person({ email: 'admin@example.ee', displayName: 'Asta', role: 'admin' })
    await enter(page.context(), admin)
    const desk = new Desk(page, server.url)

    await test.step('tables with no row', async () => {
      for (const [at, texts] of emptyTexts()) {
        await desk.open(at)
        for (const [text, times] of texts) await expect(page.getByText(text), `${at}: ${text}`).toHaveCount(times)
      }
      await desk.open('users?search=nobody')
      await expect(page.getByText('No users found')).toBeVisible()
      await desk.open('class-registration')
      await expect(page.getByText('No upcoming classes found')).toBeVisible()
      await desk.open('class-details/none')
      await expect(page.getByText('Failed to load class details')).toBeVisible()
    })

    await test.step('tables with one row', async () => {
      await addRows(server, 1, 1, overdue)
      for (const table of tables) {
        await desk.openFor(table.at)
        await expect(desk.rowsOf(table), table.table).toHaveCount(1)
      }
      await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    })

    await test.step('tables have the specified column names, and mark overdue payments and unknown people', () =>
      expectWords(page, server.url))

    await test.step('log lines appear in the reader’s language, those from before translation in English', async () => {
      await page.context().addCookies([{ name: 'language', value: 'et', url: server.url }])
      await desk.open('logs')
      const [said, old] = ['Rida 1', 'Line 1'].map((text) => page.getByRole('rowheader', { name: text }))
      await expect(said!.locator('[lang=et]')).toHaveText('Rida 1')
      await expect(old!.locator('[lang=en]')).toHaveText(['Line 1', 'Line 1', 'Line 1', 'Line 1'])
      for (const [section, text] of [
        [0, 'Rida 1'],
        [1, 'Line 1'],
      ] as const) {
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Salvesta CSV' }).nth(section).click()
        expect(readFileSync(await (await download).path(), 'utf8')).toContain(text)
      }
      await page.context().addCookies([{ name: 'language', value: 'en', url: server.url }])
    })

    await test.step('tables with a thousand rows', async () => {
      await addRows(server, 2, 1000)
      for (const at of new Set(tables.map((table) => table.at))) {
        const here = tables.filter((table) => table.at === at)
        await desk.openFor(at)
        for (const table of here) await expect(desk.rowsOf(table), table.table).toHaveCount(table.rows)
        await desk.expectNoSideways(at)
        await desk.onPhone(async () => {
          for (const table of here) {
            await expect(desk.rowsOf(table), `${table.table} as cards`).toHaveCount(table.rows)
          }
          await desk.expectNoSideways(`${at} as cards`)
        })
      }
    })

    await test.step('the page is in the address, across reload and Back', async () => {
      const paged = tables.filter(({ page: param }) => param !== undefined)
      for (const table of paged) {
        await desk.openFor(table.at)
        await desk.expectPaged(table, table.page ?? '', firstOfKind(table))
      }
    })

    await test.step('exporting more than a thousand rows shows progress, and the file has all of them', async () => {
      const secondPart = signal()
      await page.routeWebSocket(/\/live$/, (socket) => {
        socket.connectToServer().onMessage(async (message) => {
          if (/usersForExport.*part\W+2/.test(String(message).slice(0, 300))) await secondPart.fired
          socket.send(message)
        })
      })
      await desk.open('users')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await expect(page.getByRole('button', { name: 'Exporting... 50%' })).toBeVisible()
      const download = page.waitForEvent('download')
      secondPart.fire()
      const lines = readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split('\n')
      // with the header line, and the admin's own row
      expect(lines).toHaveLength(1002)
    })

    await test.step('classes, courses and memberships can be exported completely, with their headings', async () => {
      const lists = [
        ['classes', 'Name,Description,Max participants,Categories,Created at,Updated at,ID', 1000],
        ['courses', 'Name,ID,Weekday', 1000],
        ['manage-memberships', 'Name,Description,Price', 1000],
        ['logs', 'Service,Log level,Message,Created at,User name / User ID,Metadata', 1000],
      ] as const
      for (const [at, headers, rows] of lists) {
        await desk.open(at)
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export CSV' }).first().click()
        const lines = readFileSync(await (await download).path(), 'utf8')
          .replace('\uFEFF', '')
          .trim()
          .split('\r\n')
        expect(lines[0], at).toMatch(new RegExp(`^${headers}`))
        expect(lines.length, at).toBeGreaterThan(rows)
        expect(new Set(lines).size, at).toBe(lines.length)
      }
    })

    await test.step('a class with a thousand people, and a person with a thousand payments', async () => {
      await desk.open('class-details/e1')
      await expect(page.getByText('1000 / 2000').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Show all 1000 registrants' })).toBeVisible()
      await desk.expectNoSideways('class details')
      await desk.open('users/u1?payments=3')
      await expect(page.getByText('Page 3 of 21')).toBeVisible()
      await desk.expectNoSideways('a user')
    })
  } finally {
    await server.remove()
  }
})

/** All tables with the same address share their code: reload and Back are tested for the first one. */
const firstOfKind = (table: { at: string; page?: string }) =>
  ['users', 'courses', 'class-registrants', 'payments'].includes(table.at) &&
  tables.find(({ at }) => at === table.at)?.page === table.page

/** The text of each screen while empty, and how often it occurs. */
function emptyTexts(): Map<string, Map<string, number>> {
  const screens = new Map<string, Map<string, number>>()
  for (const { at, empty } of tables) {
    if (empty === undefined) continue
    const texts = screens.get(at) ?? new Map<string, number>()
    screens.set(at, texts.set(empty, (texts.get(empty) ?? 0) + 1))
  }
  return screens
}

/** Adds and changes rows while the server is stopped; the open page reconnects by itself. */
async function addRows(server: StudioServer, from: number, to: number, changes: readonly string[] = []): Promise<void> {
  await server.stop()
  const child = runChild(
    `import { addDeskRows } from '#server/testing/deskRows.ts'
     await addDeskRows(${JSON.stringify(server.dataDir)}, ${from}, ${to}, ${JSON.stringify(changes)})
     console.log('added')`,
  )
  expect(await child.line()).toBe('added')
  await child.kill()
  await server.run()
}

class Desk {
  readonly #page: Page
  readonly #url: string

  constructor(page: Page, url: string) {
    this.#page = page
    this.#url = url
  }

  async open(path: string): Promise<void> {
    await this.#page.goto(`${this.#url}/admin/${path}`)
    await expect(this.#page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  /** Opens the screen unless it is already open. */
  async openFor(path: string): Promise<void> {
    const { pathname, search } = new URL(this.#page.url())
    if (pathname + search === `/admin/${path}`) return
    await this.open(this.#path(path))
    await expect(this.#tables().first()).toBeVisible()
  }

  /** Staff accounts are users, too: search only for the rows made here. */
  #path = (path: string) => (path === 'users' ? 'users?search=rowsson' : path)

  #tables(): Locator {
    return this.#page.getByRole('main').getByRole('table').or(this.#page.getByRole('main').getByRole('list'))
  }

  /** The rows of a table, or the list items on a phone, that begin with what was made here. */
  rowsOf(table: { table: string; first: string }): Locator {
    const named = { name: new RegExp(`^${table.table}`) }
    const main = this.#page.getByRole('main')
    const first = { hasText: table.first }
    const wide = main.getByRole('table', named).locator('xpath=./tbody/tr[th]')
    return wide.or(main.getByRole('list', named).locator('xpath=./li')).filter(first)
  }

  async expectPaged(
    table: { table: string; first: string; rows: number },
    param: string,
    comesBack: boolean,
  ): Promise<void> {
    const page = this.#page
    const firstRow = this.rowsOf(table).first()
    const before = await firstRow.textContent()
    const next = page.locator(`a[href*="${param}=2"]`, { hasText: 'Next' })
    await next.click()
    const onSecond = new RegExp(`[?&]${param}=2`)
    await expect(page).toHaveURL(onSecond)
    await expect(firstRow).not.toHaveText(before ?? '')
    if (!comesBack) return
    const second = (await firstRow.textContent()) ?? ''
    await page.reload()
    await expect(page).toHaveURL(onSecond)
    await expect(firstRow).toHaveText(second)
    await page.goBack()
    await expect(page).not.toHaveURL(onSecond)
    await expect(firstRow).toHaveText(before ?? '')
  }

  /** Runs `look` in a window as narrow as a phone. */
  async onPhone(look: () => Promise<void>): Promise<void> {
    const size = this.#page.viewportSize() ?? { width: 1280, height: 800 }
    await this.#page.setViewportSize({ width: 360, height: 780 })
    await look()
    await this.#page.setViewportSize(size)
  }

  async expectNoSideways(what: string): Promise<void> {
    const over = () =>
      this.#page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    // rendering a thousand rows as cards takes a while
    await expect.poll(over, `sideways scrolling of ${what}`).toBeLessThanOrEqual(0)
  }
}

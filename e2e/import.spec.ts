import { expect, type Page } from '@playwright/test'
import { moving } from '#studio/moving/contract.ts'
import { ROWS_AT_ONCE } from '#studio/moving/rules/csv.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { devices } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, signIn, test as base } from './fixtures.ts'
import { EXAMPLE, exportOf } from '#server/testing/firebase.ts'
import { StudioServer, type Session } from './server.ts'
import { membershipForSale, withFeatures } from './studio.ts'

/** A studio of its own, with families and reference numbers. */
const test = base.extend<{ own: { server: StudioServer; admin: Session } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    await withFeatures(server, admin, { families: true, statements: true })
    await membershipForSale(server, admin, 'Ten classes')
    await use({ server, admin })
    await server.remove()
  },
})

const table = [
  'Nimi;E-post;Telefon;Sünniaeg;Pääse;Kordi;Kehtib kuni',
  'Mari Tamm;mari@example.ee;5123 4567;17.05.1990;Ten classes;4;31.12.2099',
  'Juku Kask;kati@example.ee;;03.02.2019;;;',
  'Miia Mets;miia@;;31.02.2010;;;',
].join('\r\n')

const chooseFile = (page: Page, text: string) =>
  page
    .getByLabel(/Choose a file|Another file/)
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`) })

/** Timeout in ms for background work, which waits for the server's other work. */
const inBackground = { timeout: 30_000 }

const stamp = { __datatype__: 'timestamp', value: { _seconds: 1_735_732_800, _nanoseconds: 0 } }
const firebase = exportOf({
  users: ['kersti', 'liisa'].map((localId) => ({
    localId,
    email: `${localId}.firebase@example.ee`,
    emailVerified: true,
    passwordHash: EXAMPLE.hash,
    salt: EXAMPLE.salt,
    createdAt: '1704110400000',
    lastSignedInAt: '1735732800000',
  })),
  collections: {
    users: {
      kersti: { displayName: 'Kersti', familyName: 'Kask', createdAt: stamp },
      liisa: { displayName: 'Liisa', familyName: 'Lepp', createdAt: stamp },
    },
    payments: { p1: { userId: 'kersti', item: 'membership', itemId: 'gone', price: 49.9, status: 'due' } },
  },
})
const files = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([name, text]) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) }))

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('people are imported from a table exactly as previewed and only once, then invited by one press', async ({
      page,
      browser,
      own: { server, admin },
    }) => {
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/settings`)
      await page.getByRole('link', { name: 'Move people in' }).click()
      await chooseFile(page, table)

      // all column headings but one were recognized
      await expect(page.getByText('people.csv: 3 rows')).toBeVisible()
      await expect(page.getByLabel('Whole name')).toHaveValue('0')
      await expect(page.getByLabel('Classes left')).toHaveValue('5')
      await page.getByLabel('Classes left').selectOption('')
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText('1 new · 2 not taken')).toBeVisible()
      await expect(page.getByText('Classes left: A pass needs the number of its classes left.')).toBeVisible()
      // the choices for the other columns are still there
      await expect(page.getByLabel('Whole name')).toHaveValue('0')
      await page.getByLabel('Classes left').selectOption('5')
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText('2 new · 1 not taken')).toBeVisible()
      await expect(page.getByText('Nothing is written yet.')).toBeVisible()
      await expect(
        page.getByText('Gets: sign-in, pass Ten classes (4 of 4 classes left, until 31 Dec 2099).'),
      ).toBeVisible()
      await expect(page.getByText('E-post: The e-mail address is not one. (miia@)')).toBeVisible()
      await expect(page.getByText('Sünniaeg: The date of birth can’t be read. (31.02.2010)')).toBeVisible()
      await expectAccessible(page, 'what a table of people brings')
      expect(await server.ask(moving.uninvited, {}, admin)).toEqual({ total: 0 })

      await page.getByRole('button', { name: 'Take over 2 rows' }).click()
      await expect(page.getByText('Taken over.')).toBeVisible()
      await expectAccessible(page, 'a table that was taken')
      // undo a press made too early
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Nothing is written yet.')).toBeVisible()
      expect(await server.ask(moving.uninvited, {}, admin)).toEqual({ total: 0 })
      await page.getByRole('button', { name: 'Take over 2 rows' }).click()
      await expect(page.getByText('Taken over.')).toBeVisible()
      // also after a reload
      await page.reload()
      const again = page.getByRole('status').filter({ hasText: /^Taken over at [\d:]+( [AP]M)?\.2 new/ })
      await expectAccessible(page, 'a table that was taken before a reload')
      await again.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Taken back.')).toBeVisible()
      await expect(again).toHaveCount(0)
      expect(await server.ask(moving.uninvited, {}, admin)).toEqual({ total: 0 })
      await chooseFile(page, table)
      // the columns of that table are remembered
      await expect(page.getByLabel('Classes left')).toHaveValue('5')
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByRole('button', { name: 'Take over 2 rows' }).click()
      await expect(page.getByText('Taken over.')).toBeVisible()
      const { rows } = await server.ask(accounts.users, { search: '', sort: 'name', order: 'asc', page: 1 }, admin)
      expect(rows.map(({ displayName, email }) => `${displayName} ${email}`)).toEqual([
        'Asta asta@example.ee',
        'Juku ',
        'Mari mari@example.ee',
        'kati kati@example.ee',
      ])
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Report as CSV' }).click()
      expect((await download).suggestedFilename()).toMatch(/^people-moved-in-.*\.csv$/)

      // after correcting and choosing the file again, only the corrected row is new
      await chooseFile(page, table.replace('miia@;;31.02.2010', 'miia@example.ee;;28.02.1990'))
      await expect(page.getByText('Taken over.')).toBeHidden()
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText('1 new · 2 here already')).toBeVisible()
      await page.getByRole('button', { name: 'Take over 1 row' }).click()
      await expect(page.getByText('Taken over.')).toBeVisible()

      // the column choices are remembered for the same headings
      const own = table.replace('Kordi', 'Mitu')
      await page.reload()
      await chooseFile(page, own)
      await expect(page.getByLabel('Classes left')).toHaveValue('')
      await page.getByLabel('Classes left').selectOption('5')
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText(/here already/).first()).toBeVisible()
      await page.reload()
      await chooseFile(page, own)
      await expect(page.getByLabel('Classes left')).toHaveValue('5')

      await page.getByRole('button', { name: 'Invite 3 people' }).click()
      await expect(page.getByText('3 people are invited.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Invite them' })).toBeHidden()

      // who has never had a password is welcomed, and not told of other devices
      const mari = await anotherBrowser(browser, server.url)
      await mari.goto(await server.linkFor('mari@example.ee', '/reset-password'))
      await expect(mari.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
      await expect(mari.getByText(/^Welcome to .+! You sign in with this password from now on\.$/)).toBeVisible()
      await expect(mari.getByText(/signed out on all other devices/)).toBeHidden()
      await expectAccessible(mari, 'choosing a first password')
      await mari.getByLabel('PASSWORD', { exact: true }).fill('a long way to dance')
      await mari.getByLabel('CONFIRM PASSWORD').fill('a long way to dance')
      await mari.getByRole('button', { name: 'SAVE PASSWORD' }).click()
      await expect(mari.getByText('Your password is set. Please sign in with it.')).toBeVisible()
      await mari.context().close()
    })

    test('a second file that can’t be read says so at its button, and the first can’t be imported any more', async ({
      page,
      own: { server, admin },
    }) => {
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/import`)
      const people = Array.from({ length: 40 }, (_, n) => `Tantsija ${n} Tamm`)
      await chooseFile(page, ['Nimi', ...people].join('\r\n'))
      await page.getByRole('button', { name: 'Check' }).click()
      const take = page.getByRole('button', { name: 'Take over 40 rows' })
      await expect(take).toBeVisible()
      const problem = page.getByRole('alert').filter({ hasText: 'This is not a table with headings and rows.' })
      await page.getByRole('button', { name: 'Another file' }).scrollIntoViewIfNeeded()
      await chooseFile(page, '%PDF-1.4\u0000\u0001')
      await expect(problem).toBeInViewport()
      await expect(take).toHaveCount(0)
      await expect(page.getByText('people.csv: 40 rows')).toHaveCount(0)
      await expectAccessible(page, 'a file that is no table')
      await chooseFile(page, table)
      await expect(problem).toHaveCount(0)
      await expect(page.getByText('people.csv: 3 rows')).toBeVisible()
    })

    test('undoing the import of many rows shows how far it is', async ({ page, own: { server, admin } }) => {
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/import`)
      const people = Array.from({ length: ROWS_AT_ONCE + 5 }, (_, n) => `Tantsija ${n} Tamm`)
      await chooseFile(page, ['Nimi', ...people].join('\r\n'))
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByRole('button', { name: 'Take over 30 rows' }).click()
      await expect(page.getByText('Taken over.')).toBeVisible()
      const steps: (() => void)[] = []
      await page.route('**/rpc/moving.takeBack', (route) => steps.push(() => void route.continue()))
      await page.getByRole('button', { name: 'Undo' }).click()
      const progress = (name: string) => page.getByRole('progressbar', { name })
      await expect(progress('Taking back...')).toBeVisible()
      await expect.poll(() => steps.length).toBe(1)
      steps[0]?.()
      await expect(progress('Taken back 25 of 30')).toBeVisible()
      await expect(progress('Taken back 25 of 30')).toHaveAttribute('value', '25')
      await expectAccessible(page, 'a table that is taken back')
      await expect.poll(() => steps.length).toBe(2)
      steps[1]?.()
      await expect(page.getByText('Nothing is written yet.')).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
    })

    test('people are imported from a sheet of an Excel file that has several', async ({
      page,
      own: { server, admin },
    }) => {
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/import`)
      await page.getByLabel('Choose a file').setInputFiles('src/server/testing/spreadsheets/people.xlsx')
      // the first sheet is a note
      await expect(page.getByText('This is not a table with headings and rows.')).toBeVisible()
      await page.getByLabel('Sheet').selectOption('Rühm A')
      await expect(page.getByText('people.xlsx: 2 rows')).toBeVisible()
      await expect(page.getByText('This is not a table with headings and rows.')).toBeHidden()
      await expectAccessible(page, 'a sheet of a spreadsheet')
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText('2 new')).toBeVisible()
      await page.getByRole('button', { name: 'Take over 2 rows' }).click()
      await expect(page.getByText('Taken over.')).toBeVisible()
      const { rows } = await server.ask(accounts.users, { search: '', sort: 'name', order: 'asc', page: 1 }, admin)
      expect(rows.map(({ displayName, email }) => `${displayName} ${email}`)).toEqual([
        'Asta asta@example.ee',
        'Juku ',
        'Šarlotta sarlotta@example.ee',
      ])
    })

    test('a whole studio is imported from Firebase: previewed, continued later, saved by one press, and signed in to', async ({
      page,
      browser,
      own: { server, admin },
    }) => {
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/import`)
      const choice = page.getByLabel('Choose the files')

      // invalid files are refused before anything is sent
      await choice.setInputFiles(files({ 'output-0': 'x' }))
      await expect(page.getByText('managed export of Google Cloud')).toBeVisible()
      await choice.setInputFiles(files({ 'auth.json': firebase['auth.json'] ?? '' }))
      await expect(page.getByText('There is no firestore.json')).toBeVisible()
      await choice.setInputFiles(files({ 'holiday.png': 'x' }))
      await expect(page.getByText('holiday.png is none of these files')).toBeVisible()
      // errors found only by the server are shown, and choosing other files clears them
      await choice.setInputFiles(files({ ...firebase, 'firestore.json': firebase['firestore.json'].slice(0, -3) }))
      await expect(page.getByText('firestore.json ends in the middle')).toBeVisible(inBackground)

      await page.getByLabel('Choose other files').setInputFiles(files(firebase))
      await expect(page.getByText('2 new · 1 not taken')).toBeVisible(inBackground)
      await expect(page.getByText('Nothing is written yet.')).toBeVisible()
      await expect(page.getByText('It is not cancelled, and nothing that was taken names it.')).toBeVisible()
      await expectAccessible(page, 'what a studio from Firebase brings')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      expect((await download).suggestedFilename()).toMatch(/^not-taken-from-firebase-.*\.csv$/)
      await page.getByRole('searchbox', { name: 'Search by ID or detail' }).fill('nobody')
      await expect(page.getByText('Nothing was found.')).toBeVisible()
      await page.getByRole('searchbox', { name: 'Search by ID or detail' }).fill('')

      // after leaving the page and restarting the server, the import is unchanged
      await page.goto(`${server.url}/`)
      await server.stop()
      await server.run()
      await page.goto(`${server.url}/admin/import`)
      // a stolen session can't import an admin
      const take = page.getByRole('button', { name: 'Take over 2 rows' })
      await take.click()
      const dialog = page.getByRole('dialog', { name: 'Take this studio over' })
      await dialog.getByLabel('Your password').fill('a guess')
      await dialog.getByRole('button', { name: 'Take over 2 rows' }).click()
      await expect(dialog.getByText('This is not your password. Please try again.')).toBeVisible()
      await expectAccessible(page, 'the password before a studio is taken over')
      await dialog.getByLabel('Your password').fill('tantsin')
      await dialog.getByRole('button', { name: 'Take over 2 rows' }).click()
      await expect(page.getByText('Taken over. 2 new')).toBeVisible(inBackground)

      // undone within two minutes, nothing is left, and the same import can be repeated
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Nothing of it is left.')).toBeVisible(inBackground)
      await expectAccessible(page, 'what was taken back')
      await page.getByLabel('Choose other files').setInputFiles(files(firebase))
      await take.click(inBackground)
      await dialog.getByLabel('Your password').fill('tantsin')
      await dialog.getByRole('button', { name: 'Take over 2 rows' }).click()
      await expect(page.getByText('Taken over. 2 new')).toBeVisible(inBackground)

      // members can sign in with their old password at once
      const member = await anotherBrowser(browser, server.url)
      await signIn(member, 'kersti.firebase@example.ee', EXAMPLE.password)
      await expect(member).not.toHaveURL(/login/)
      await member.context().close()

      // people who have signed in are kept
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('1 row stays, because something was done with it since.')).toBeVisible(inBackground)
      await expect(
        page.getByRole('table', { name: 'What stays' }).or(page.getByRole('list', { name: 'What stays' })),
      ).toContainText('kersti')
      await page.getByRole('button', { name: 'Put the report away' }).click()
      await expect(page.getByText('Taken back.')).toBeHidden()
      await page.getByLabel('Choose the files').setInputFiles(files(firebase))
      await expect(page.getByText('1 new · 1 here already')).toBeVisible(inBackground)
    })
  })
}

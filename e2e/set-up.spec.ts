import { expect, type Locator } from '@playwright/test'
import { anotherBrowser, enter, expectAccessible, test as base, widen } from './fixtures.ts'
import { StudioServer } from './server.ts'

/** A studio of its own, on an empty folder and without a bank account. */
const test = base.extend<{ server: StudioServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  server: async ({}, use) => {
    const server = await StudioServer.start('dist', async () => ({ BANK_IBAN: '' }))
    await use(server)
    await server.remove()
  },
})

const MOST_PRESSES = 40
const MOST_TIME = 4 * 60_000

for (const width of [1280, 390])
  test(`the first admin opens the studio in a few minutes, at ${width} px`, async ({ page, browser, server }) => {
    let presses = 0
    const press = async (what: Locator) => {
      presses++
      await what.click()
    }
    /** A field is pressed once before it is typed into. */
    const type = async (what: Locator, text: string) => {
      presses++
      await what.fill(text)
    }
    const begun = Date.now()
    await enter(page.context(), await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' }))
    await widen(page, width)
    await page.goto(`${server.url}/`)
    await press(page.getByRole('link', { name: 'Set up', exact: true }))
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const heading = (name: string) => page.getByRole('heading', { name, exact: true })

    await expect(heading('Name and logo')).toBeVisible()
    await expectAccessible(page, 'the first step')
    await type(page.getByLabel('Studio name'), 'Stuudio Uus')
    await press(button('Save'))

    await expect(heading('Bank account')).toBeVisible()
    await type(page.getByLabel('Account holder'), 'MTÜ Uus')
    await type(page.getByLabel('IBAN'), 'EE38 2200 2210 2014 5685')
    await press(button('Save'))

    await expect(heading('Categories')).toBeVisible()
    await press(button('They are right'))

    await expect(heading('A class and its weeks')).toBeVisible()
    await type(page.getByLabel('Name', { exact: true }), 'Salsa')
    await press(page.getByText('Girl Group', { exact: true }))
    await press(button('Create Class'))

    await expect(heading('Schedule it now')).toBeVisible()
    await expectAccessible(page, 'the weeks of the first class')
    await press(page.getByText('Monday', { exact: true }))
    await type(page.getByLabel('Start time'), '18:00')
    await type(page.getByLabel('End time'), '19:30')
    await expect(page.getByRole('status').filter({ hasText: '12 classes' })).toBeVisible()
    await press(button('Add to Schedule'))

    // what is skipped comes back
    await expect(heading('A membership')).toBeVisible()
    await press(button('Skip for now'))

    await expect(heading('Share it')).toBeVisible()
    await expectAccessible(page, 'the last step')
    const poster = page.waitForEvent('download')
    await press(button('Poster (PDF)'))
    expect((await poster).suggestedFilename()).toBe('poster.pdf')
    await expect(page.getByRole('button', { name: 'Share it (done)' })).toBeVisible()
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
    expect(Date.now() - begun).toBeLessThan(MOST_TIME)

    const link = await page.getByLabel('Link to your classes').inputValue()
    const visitor = await anotherBrowser(browser, server.url)
    await visitor.goto(new URL(link).pathname)
    await expect(visitor.getByRole('banner')).toContainText('Stuudio Uus')
    await expect(visitor.getByText('Salsa').first()).toBeVisible()
    await visitor.context().close()

    await press(button('Finish'))
    await press(page.getByRole('link', { name: 'Set up', exact: true }))
    await expect(heading('A membership')).toBeVisible()
    await press(button("Don't show this again"))
    await expect(page).toHaveURL(/dashboard/)
    await expect(page.getByRole('link', { name: 'Set up', exact: true })).toHaveCount(0)
  })

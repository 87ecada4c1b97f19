import { expect, type Locator } from '@playwright/test'
import { devices } from './devices.ts'
import { anotherBrowser, expectAccessible, test as base } from './fixtures.ts'
import { StudioServer } from './server.ts'

/** A studio of its own, as the first `npm start` on an empty folder creates it, without a bank account. */
const test = base.extend<{ opened: { server: StudioServer; begun: number } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  opened: async ({}, use) => {
    const begun = Date.now()
    const server = await StudioServer.onEmptyFolder({ BANK_IBAN: '' })
    await use({ server, begun })
    await server.remove()
  },
})

const MOST_PRESSES = 40
const MOST_TIME = 4 * 60_000

for (const [device, use] of devices)
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test(`from an empty folder the first admin opens the studio in a few minutes`, async ({
      page,
      browser,
      opened: { server, begun },
    }, info) => {
      // the time limit is asserted below
      test.setTimeout(MOST_TIME + 60_000)
      let presses = 0
      const press = async (what: Locator) => {
        presses++
        await what.click()
      }
      /** Clicks a field once before typing, as a person does. */
      const type = async (what: Locator, text: string) => {
        presses++
        await what.fill(text)
      }
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const heading = (name: string) => page.getByRole('heading', { name, exact: true })
      const email = 'asta@example.ee'
      const password = 'tantsin'
      await page.goto(`${server.url}/`)

      // the notice that there is no admin links there
      await press(page.getByRole('status').getByRole('link', { name: 'Sign up' }))
      await type(page.getByLabel('NAME', { exact: true }), 'Asta')
      await type(page.getByLabel('SURNAME'), 'Kask')
      await type(page.getByLabel('DATE OF BIRTH'), '1985-05-04')
      await type(page.getByLabel('EMAIL'), email)
      await type(page.getByLabel('PASSWORD', { exact: true }), password)
      await type(page.getByLabel('CONFIRM PASSWORD'), password)
      await press(button('SIGN UP'))
      await expect(page).toHaveURL(`${server.url}/login`)
      // counts the click on the link in the e-mail, and Enter after `npm run role`
      presses += 2
      await page.goto(await server.linkFor(email, '/verify-email'))
      await expect(page.getByText('Your email is verified.')).toBeVisible()
      await server.role(email, 'admin')
      await page.goto(`${server.url}/login`)
      await type(page.getByLabel('EMAIL'), email)
      await type(page.getByLabel('PASSWORD', { exact: true }), password)
      await press(button('SIGN IN'))
      await press(page.getByRole('link', { name: 'Set up', exact: true }))

      await expect(heading('Name and logo')).toBeVisible()
      await expectAccessible(page, 'the first step')
      // on a phone, the default name is kept
      const name = device === 'phone' ? 'Tantsustuudio Hoog' : 'Stuudio Uus'
      if (device !== 'phone') await type(page.getByLabel('Studio name'), name)
      // the step stays open while the website or the address is a sample
      await expect(page.getByText('An example, not yours yet').nth(1)).toBeVisible()
      await type(page.getByLabel('Website'), 'https://uus.example.ee')
      await type(page.getByLabel('Support e-mail'), 'abi@uus.example.ee')
      await press(button('Save'))

      await expect(heading('Bank account')).toBeVisible()
      await type(page.getByLabel('Account holder'), 'MTÜ Uus')
      await type(page.getByLabel('IBAN'), 'EE38 2200 2210 2014 5685')
      await press(button('Save'))

      await expect(heading('Categories')).toBeVisible()
      await page.getByRole('button', { name: 'More: Cover', exact: true }).click()
      await expect(button('Delete')).toBeVisible()
      expect(await page.getByRole('button', { name: /^Write/ }).count(), 'a letter to nobody').toBe(0)
      await page.keyboard.press('Escape')
      await press(button('They are right'))

      await expect(heading('A class and its weeks')).toBeVisible()
      await type(page.getByLabel('Name', { exact: true }), 'Salsa')
      await press(page.getByText('Girl Group', { exact: true }))
      await press(button('Create Class'))

      await expect(heading('Schedule it now')).toBeVisible()
      await expect(page.getByText('Days and times come next.')).toHaveCount(0)
      await expectAccessible(page, 'the weeks of the first class')
      await press(page.getByText('Monday', { exact: true }))
      await type(page.getByLabel('Start time'), '18:00')
      await type(page.getByLabel('End time'), '19:30')
      await expect(page.getByRole('status').filter({ hasText: '12 classes' })).toBeVisible()
      await press(button('Add to Schedule'))

      // a skipped step can be opened again
      await expect(heading('A membership')).toBeVisible()
      await press(button('Skip for now'))

      await expect(heading('Share it')).toBeVisible()
      await expectAccessible(page, 'the last step')
      const poster = page.waitForEvent('download')
      await press(button('Poster (PDF)'))
      expect((await poster).suggestedFilename()).toBe('poster.pdf')
      await expect(page.getByRole('button', { name: 'Share it (done)' })).toBeVisible()
      const seconds = Math.round((Date.now() - begun) / 1000)
      info.annotations.push({ type: 'first minutes', description: `${presses} presses, ${seconds} s` })
      expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
      expect(Date.now() - begun).toBeLessThan(MOST_TIME)

      const link = await page.getByLabel('Link to your classes').inputValue()
      const visitor = await anotherBrowser(browser, server.url)
      await visitor.goto(new URL(link).pathname)
      await expect(visitor.getByRole('banner')).toContainText(name)
      await expect(visitor.getByText('Salsa').first()).toBeVisible()
      await visitor.context().close()

      await press(button('Finish'))
      await press(page.getByRole('link', { name: 'Continue', exact: true }))
      await expect(heading('A membership')).toBeVisible()
      await press(button("Don't show this again"))
      await expect(page).toHaveURL(/dashboard/)
      await expect(page.getByRole('link', { name: 'Continue', exact: true })).toHaveCount(0)
    })
  })

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { mailings } from '#studio/mailings/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { devices, writeToClass } from './devices.ts'
import { anotherBrowser, enter, expectAccessible, test as base, type House } from './fixtures.ts'
import { StudioServer } from './server.ts'
import { entryOf, openCourse, scheduledClass, withFeatures } from './studio.ts'

/** In seconds; e-mails are sent in batches, and their delivery status is checked less and less often. */
const A_WHILE = 15 * 60
const folder = mkdtempSync(join(tmpdir(), 'studio-mailings-'))
const clock = join(folder, 'seconds')
const payment = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const

/** A studio whose clock can be advanced. */
const test = base.extend<object, { house: House; pass: (seconds: number) => void }>({
  pass: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      // start in the daytime: at night e-mails are delayed
      let ahead = ((34 - new Date().getUTCHours()) % 24) * 3600
      const pass = (seconds: number) => writeFileSync(clock, String((ahead += seconds)))
      pass(0)
      await use(pass)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  house: [
    async ({ pass }, use) => {
      pass(0)
      const server = await StudioServer.start('dist', async () => ({ CLOCK_OFFSET_FILE: clock }))
      const admin = await server.person({ email: 'asta@mailings.example.ee', displayName: 'Asta', role: 'admin' })
      await withFeatures(server, admin, { paySheet: true })
      // the server reads the setting a moment later
      await expect.poll(async () => (await server.ask(settings.shown, {}, admin)).features).toContain('paySheet')
      await use({ server, admin })
      await server.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('a teacher and an admin write messages, a reader finds them on the dashboard, and unsubscribes from optional ones', async ({
      page,
      browser,
      pass,
      house: { server, admin },
    }) => {
      test.slow()
      const at = (name: string) => `${name}.${device}@mailings.example.ee`
      const teacher = await server.person({ email: at('triin'), displayName: 'Triin', role: 'teacher' })
      const reader = await server.person({ email: at('mari'), displayName: 'Mari' })
      const [jazz, course] = [`Jazz by ${device}`, `Course by ${device}`]
      const { accountId } = await server.ask(accounts.me, {}, teacher)
      await scheduledClass(server, admin, jazz, { inDays: 3, teacherIds: [accountId ?? ''] })
      const scheduleId = await entryOf(server, admin, jazz)
      // a separate group for each device
      const [group, groupName] = device === 'phone' ? ['Cover', 'Cover'] : ['Member-16', 'K-POP 16+ Member']
      const courseId = await openCourse(server, admin, course)
      await server.must(registrations.registerWithDropIn, { scheduleId, ...payment }, reader)
      await server.must(courses.join, { courseId, ...payment }, reader)
      const userId = await server.idOf(at('mari'), admin)
      await server.must(accounts.setMembershipCategory, { userId, membershipCategory: group }, admin)

      const write = async (subject: string) => {
        await expect(page.getByRole('heading', { name: 'Write to 1 person' })).toBeVisible()
        await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
        await page.getByRole('textbox', { name: 'Text' }).fill('Please bring\nother shoes.')
        await page.getByRole('button', { name: 'Send to 1 person' }).click()
        await expect(page.getByText('1 pending')).toBeVisible()
      }

      await test.step('a teacher writes to their own class', async () => {
        await enter(page.context(), teacher)
        // this teacher has written nothing yet
        const dialog = page.getByRole('dialog', { name: 'To whom?' })
        const writeFromTheList = async () => {
          await page.goto('/admin/messages')
          await page.getByRole('button', { name: 'Write a message' }).click()
          await expect(dialog.getByRole('link', { name: 'Categories' })).toHaveCount(0)
          await dialog.getByRole('link', { name: 'Class Registrants' }).click()
          await expect(page).toHaveURL(/class-registrants/)
        }
        await writeFromTheList()
        await page.goto(`/admin/class-details/${scheduleId}`)
        await writeToClass(page, device)
        await write('To the class')
        // and once something is written, too
        await writeFromTheList()
      })
      await test.step('an admin writes to a course and to a category, each from its own screen', async () => {
        await enter(page.context(), admin)
        await page.goto('/admin/course-registrants')
        await page
          .getByRole('link', { name: `Write a message: ${course}` })
          .first()
          .click()
        await write('To the course')
        await page.goto('/admin/messages')
        await page.getByRole('button', { name: 'Write a message' }).click()
        await expectAccessible(page, 'to whom to write', '[role=dialog]')
        await page.getByRole('dialog', { name: 'To whom?' }).getByRole('link', { name: 'Categories' }).click()
        await expect(page).toHaveURL(/admin\/settings#categories$/)
        await page
          .getByRole('button', { name: `More: ${groupName}`, exact: true })
          .first()
          .click()
        await page.getByRole('button', { name: 'Write a message' }).click()
        await write('To the group')
      })
      const sent = async () => {
        pass(A_WHILE)
        const { rows } = await server.ask(mailings.sent, { page: 1 }, admin)
        return rows.every(({ accounts: all, counts }) => counts.sent === all)
      }
      await expect.poll(sent).toBe(true)
      await test.step('an admin writes an optional message to the people found by a search', async () => {
        await page.goto(`/admin/users?search=${at('mari')}`)
        await page.getByRole('link', { name: 'Write a message' }).click()
        await write('Our summer camp')
        await expect.poll(sent).toBe(true)
        await expect(page.getByText('1 sent')).toBeVisible()
      })

      const other = await anotherBrowser(browser, server.url)
      await test.step('the link in the e-mail unsubscribes after a confirmation, in any browser', async () => {
        await other.goto(await server.linkFor(at('mari'), '/unsubscribe/'))
        await expect(other.getByText('Do you want no more e-mails about this:')).toBeVisible()
        await expect(other.getByRole('main').getByRole('listitem')).toHaveCount(1)
        await expectAccessible(other, 'ending letters')
        await other.getByRole('button', { name: 'Stop these e-mails' }).click()
        await expect(other.getByText('You will get no more e-mails of this kind.')).toBeVisible()
      })
      await test.step('the messages to the class, the course and the group are on the dashboard', async () => {
        await enter(other.context(), reader)
        await other.goto('/dashboard')
        const own = other.getByRole('region', { name: 'Messages for you' })
        await expect(own.getByRole('listitem')).toHaveCount(3)
        for (const subject of ['To the class', 'To the course', 'To the group'])
          await expect(own.getByRole('listitem', { name: subject })).toContainText('Please bring')
        await expectAccessible(other, 'messages on the dashboard')
      })
      await test.step('next time staff see that nobody would receive it', async () => {
        await page.goto(`/admin/users?search=${at('mari')}`)
        await page.getByRole('link', { name: 'Write a message' }).click()
        await expect(page.getByText('1 of them wants no such e-mails')).toBeVisible()
      })
      // a phone lists only who did it and when
      if (device !== 'phone')
        await test.step('the log says in words who the readers were', async () => {
          for (const [language, readers] of [
            ['en', ['people of a class', 'people of a course', 'people of a category', 'people from a search']],
            [
              'et',
              [
                'kõigile, kes trenni tulevad',
                'kõigile, kes kursusel osalevad',
                'ühe kategooria inimestele',
                'otsinguga leitud inimestele',
              ],
            ],
          ] as const) {
            await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
            await page.goto('/admin/logs')
            for (const words of readers) await expect(page.getByText(words).first()).toBeVisible()
          }
        })
      await other.context().close()
    })
  })
}

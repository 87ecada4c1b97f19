import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { timeIn } from '#kernel/time.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test as base } from './fixtures.ts'
import { choosesDropIn } from './forms.ts'
import { StudioServer, type Session } from './server.ts'
import { entryOf, membershipForSale, scheduledClass, withFeatures } from './studio.ts'

interface Own {
  readonly server: StudioServer
  readonly admin: Session
  readonly scheduleId: string
  /** Advances the studio's clock to the next time at this hour. */
  readonly clockAt: (hour: number) => Promise<void>
}

/** A studio of its own, with waiting lists, where a cancellation counts as late from three days before a class. */
const test = base.extend<{ own: Own }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-e2e-clock-'))
    const clock = join(folder, 'seconds')
    let ahead = 0
    const clockAt = async (hour: number) => {
      const [hours = 0, minutes = 0] = timeIn('Europe/Tallinn', Date.now() + ahead * 1000)
        .split(':')
        .map(Number)
      ahead += (((hour * 60 - hours * 60 - minutes + 24 * 60) % (24 * 60)) + 1) * 60
      writeFileSync(clock, String(ahead))
      // the server reads it every second: a session opened before that would be half a day old
      const behind = async () => {
        const { now } = (await (await fetch(`${server.url}/initial`)).json()) as { now: number }
        return Date.now() + ahead * 1000 - now
      }
      // a page's time is rounded to a quarter of a minute, and the clock advances by at least a minute
      await expect.poll(behind).toBeLessThan(16_000)
    }
    const server = await StudioServer.start('dist', async () => ({ CLOCK_OFFSET_FILE: clock }))
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    await withFeatures(server, admin, { waitingLists: true })
    const { registration } = await server.ask(settings.all, {}, admin)
    const late = { ...registration, lateHours: 72 }
    await server.must(settings.save, { section: 'registration', typed: late, before: registration }, admin)
    await scheduledClass(server, admin, 'Small class', { maxParticipants: 1, inDays: 5 })
    await use({ server, admin, clockAt, scheduleId: await entryOf(server, admin, 'Small class') })
    await server.remove()
    rmSync(folder, { recursive: true })
  },
})

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).first()
const byDropIn = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const

test('whoever books in time reads until when cancelling costs nothing', async ({ page, own: { server } }) => {
  await enter(page.context(), await server.person({ email: 'ursula@example.ee', displayName: 'Ursula' }))
  await page.goto(`${server.url}/classes`)
  await rowOf(page, 'Small class').getByRole('button', { name: 'Register' }).click()
  const when = /18:00–\u206019:30\. You can cancel without cost until \w{3} \d{1,2}\s\w{3}, 18:00\.$/
  await expect(page.getByRole('dialog').getByText(when)).toBeVisible()
})

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('a waiting person is offered a place that becomes free, and accepts it or leaves it to the next', async ({
      page,
      own: { server, admin, scheduleId },
    }) => {
      // three people in turn take long
      test.slow()
      const [holder, waits, next] = await Promise.all(
        ['Helve', 'Ursula', 'Nele'].map((displayName) =>
          server.person({ email: `${displayName.toLowerCase()}@example.ee`, displayName }),
        ),
      )
      await server.must(registrations.registerWithDropIn, { scheduleId, ...byDropIn }, holder)
      const row = rowOf(page, 'Small class')
      const line = page.getByRole('list', { name: 'Waiting list' })

      await enter(page.context(), waits!)
      await page.goto(`${server.url}/classes`)
      await row.getByRole('button', { name: 'Join waiting list' }).click()
      await expect(line.getByText('You are 1st')).toBeVisible()
      await expect(
        page.getByText('You are 1st. We tell you when a place is free. Until then there is nothing to pay.'),
      ).toBeVisible()
      await expectAccessible(page, 'classes with a waiting list')
      await line.getByRole('button', { name: 'Leave waiting list' }).click()
      await expect(row.getByRole('button', { name: 'Join waiting list' })).toBeVisible()
      // the focus moves to the class
      await expect(row).toBeFocused()
      await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
      await expect(line.getByText('You are 1st')).toBeVisible()

      await test.step('the place is offered on the open screen as soon as it is cancelled', async () => {
        await server.must(registrations.cancel, { scheduleId }, holder)
        await expect(line.getByText(/^A place is free for you until/)).toBeVisible()
        await expectAccessible(page, 'an offer')
        await page.goto(`${server.url}/dashboard`)
        const offer = page.getByText(/^A place is free for you until/)
        await expect(offer).toBeVisible()
        // above everything else on the screen
        const [top, greeting] = [await offer.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()]
        expect(top!.y).toBeLessThan(greeting!.y)
        await expectAccessible(page, 'the dashboard with an offer')
        await page.goto(`${server.url}/classes`)
      })

      await test.step('the place is held: nobody else gets it', async () => {
        const answer = await server.post(registrations.registerWithDropIn.name, { scheduleId, ...byDropIn }, holder)
        expect(await answer.json()).toMatchObject({ ok: false, code: 'classFull' })
      })

      await test.step('the place is accepted with the usual dialog', async () => {
        await line.getByRole('button', { name: 'Take it' }).click()
        await choosesDropIn(page.getByRole('dialog'))
        await page.getByRole('button', { name: 'Cash' }).click()
        await page.getByRole('button', { name: 'Confirm' }).click()
        await expect(row.getByRole('button', { name: 'Cancel Registration' })).toBeVisible()
      })

      // the page of the class offers the same
      const alone = page.getByRole('main')
      await test.step('the page of the class says who is registered', async () => {
        await page.goto(`${server.url}/class/${scheduleId}`)
        await expect(alone.getByText('Registered', { exact: true })).toBeVisible()
      })

      await test.step('an offer that is declined goes to others', async () => {
        await enter(page.context(), next!)
        await page.goto(`${server.url}/class/${scheduleId}`)
        await alone.getByRole('button', { name: 'Join waiting list' }).click()
        await expect(alone.getByText('You are 1st')).toBeVisible()
        await server.must(registrations.cancel, { scheduleId }, waits)
        await alone.getByRole('button', { name: 'No, thanks' }).click()
        const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
        await dialog.getByRole('button', { name: 'Keep the place' }).click()
        await expect(alone.getByText(/^A place is free for you until/)).toBeVisible()
        await alone.getByRole('button', { name: 'No, thanks' }).click()
        await dialog.getByRole('button', { name: 'No, thanks' }).click()
        await expect(alone.getByRole('button', { name: 'Register' })).toBeVisible()
      })

      await test.step('staff see the waiting list', async () => {
        await server.must(registrations.registerWithDropIn, { scheduleId, ...byDropIn }, holder)
        await alone.getByRole('button', { name: 'Join waiting list' }).click()
        await expect(alone.getByText('You are 1st')).toBeVisible()
        await enter(page.context(), admin)
        await page.goto(`${server.url}/class/${scheduleId}`)
        await alone.getByRole('link', { name: 'Registrants', exact: true }).click()
        await expect(page.getByRole('heading', { name: 'Waiting list' })).toBeVisible()
        await expect(page.getByText('Nele Kask')).toBeVisible()
        await expectAccessible(page, 'who waits')
        await page.getByRole('link', { name: 'Raise the maximum' }).click()
        await expect(page.getByLabel('Max participants')).toHaveValue('1')
        await page.goto(`${server.url}/admin/class-registrants`)
        await expect(page.getByText('1 waiting').filter({ visible: true })).toBeVisible()
      })

      await test.step('a person who has not accepted the terms is led to them, and back to the waiting list', async () => {
        const typed = { en: 'Be kind.', et: 'Ole lahke.' }
        await server.must(settings.saveTerms, { typed, before: { en: '', et: '' } }, admin)
        await enter(page.context(), waits!)
        await page.goto(`${server.url}/class/${scheduleId}`)
        await alone.getByRole('button', { name: 'Join waiting list' }).click()
        await page.getByRole('button', { name: 'I accept the studio’s terms' }).click()
        await expect(page).toHaveURL(/class/)
        await alone.getByRole('button', { name: 'Join waiting list' }).click()
        await expect(alone.getByText(/^You are/)).toBeVisible()
      })
    })

    test('a waiting person sees why a turn was skipped and until when an offer lasts, and can let a pass take the place; staff offer places and remove people', async ({
      page,
      own: { server, admin, scheduleId, clockAt },
    }) => {
      test.slow()
      const [holder, waits] = await Promise.all(
        ['Helve', 'Ursula'].map((displayName) =>
          server.person({ email: `${displayName.toLowerCase()}@example.ee`, displayName }),
        ),
      )
      const row = rowOf(page, 'Small class')
      const line = page.getByRole('list', { name: 'Waiting list' })
      await server.must(registrations.registerWithDropIn, { scheduleId, ...byDropIn }, holder)

      await test.step('a pass can take the place automatically', async () => {
        const terms = { validPeriod: 20, categories: ['Boy Group'] }
        for (const membershipId of [
          await membershipForSale(server, admin, 'Four classes'),
          // expires sooner, so that it would be chosen first if its categories were not checked
          await membershipForSale(server, admin, 'Boys only', terms),
        ]) {
          await server.must(memberships.buy, { membershipId, ...byDropIn }, waits)
        }
        await enter(page.context(), waits!)
        await page.goto(`${server.url}/classes`)
        await row.getByRole('button', { name: 'Join waiting list' }).click()
        await line.getByRole('button', { name: 'Take it for me' }).click()
        await expect(page.getByRole('dialog')).toHaveAccessibleDescription(
          /^Small class, .*18:00–\u206019:30 When it is your/,
        )
        await expectAccessible(page, 'which pass takes a place')
        await expect(page.getByRole('radio', { name: 'Four classes' })).toBeChecked()
        const unfit = page.getByRole('radio', { name: 'Boys only' })
        await expect(unfit).toBeDisabled()
        await expect(unfit).toHaveAccessibleDescription(/not valid for the selected class category/)
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
        await expect(line.getByRole('button', { name: 'When free, taken for you with Four classes' })).toBeVisible()
        await line.getByRole('button', { name: 'When free, taken for you with Four classes' }).click()
        await page.getByRole('radio', { name: 'Ask me first' }).check()
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
        await expect(line.getByRole('button', { name: 'Take it for me' })).toBeVisible()
      })

      await test.step('the turn is skipped because of another class at that time, with the reason', async () => {
        await scheduledClass(server, admin, 'At that time', { inDays: 5 })
        const clash = await entryOf(server, admin, 'At that time')
        await server.must(registrations.registerWithDropIn, { scheduleId: clash, ...byDropIn }, waits)
        await server.must(registrations.cancel, { scheduleId }, holder)
        await expect(line.getByText('Your turn passed: you have another class at that time.')).toBeVisible()
        await expect(line.getByText('You are 1st')).toBeVisible()
        await expect(line.getByRole('button', { name: 'Take it', exact: true })).toBeVisible()
        await server.must(registrations.cancel, { scheduleId: clash, acceptsLate: true }, waits)
      })

      // a staff session expires when the clock advances by half a day
      const anotherAdmin = (displayName: string) =>
        server.person({ email: `${displayName.toLowerCase()}@example.ee`, displayName, role: 'admin' })

      await test.step('staff offer the place: in the evening the offer lasts until the morning', async () => {
        await clockAt(21)
        const desk = await page.context().newPage()
        await enter(desk.context(), await anotherAdmin('Eve'))
        await desk.goto(`${server.url}/admin/class-details/${scheduleId}`)
        const waiting = desk.getByRole('listitem').filter({ hasText: 'Ursula Kask' })
        await expect(waiting.getByText('Passed over: another class at that time')).toBeVisible()
        await waiting.getByRole('button', { name: 'Offer' }).click()
        const asked = desk.getByRole('dialog').or(desk.getByRole('alertdialog'))
        await expect(asked).toHaveAccessibleName('Offer the place to Ursula Kask?')
        await expectAccessible(desk, 'the question before an offer', '[role=dialog],[role=alertdialog]')
        await asked.getByRole('button', { name: 'Offer' }).click()
        await expect(waiting.getByText(/^Offered until tomorrow 9:0\d$/)).toBeVisible()
        // everybody has an offer, so nothing is left to advise
        await expect(desk.getByText('No place is free.')).toHaveCount(0)
        await expect(desk.getByText(/^1 held until .* 09:0\d$/).filter({ visible: true })).toBeVisible()
        await desk.goto(`${server.url}/admin/class-registrants`)
        await expect(desk.getByText(/^1 held until .* 09:0\d$/).filter({ visible: true })).toBeVisible()
        await expectAccessible(desk, 'the list of classes with a held place')
        await desk.goto(`${server.url}/admin/class-registration`)
        await expect(desk.getByText(/^The class is full: a place is held until .* 09:0\d for somebody/)).toBeVisible()
        await expectAccessible(desk, 'a class with a held place')
        await desk.close()
        await enter(page.context(), waits!)
        await page.goto(`${server.url}/classes`)
        await expect(line.getByText(/^A place is free for you until tomorrow 9:0\d$/)).toBeVisible()
      })

      await test.step('an unanswered offer expires, and staff remove a person from the list', async () => {
        await clockAt(12)
        await page.reload()
        await expect(row.getByRole('button', { name: 'Register' })).toBeVisible()
        await server.must(registrations.registerWithDropIn, { scheduleId, ...byDropIn }, holder)
        await expect(row.getByText('This offer has ended.')).toBeVisible()
        await row.getByRole('button', { name: 'Join waiting list' }).click()
        await expect(line.getByText('You are 1st')).toBeVisible()
        await enter(page.context(), await anotherAdmin('Anu'))
        await page.goto(`${server.url}/admin/class-details/${scheduleId}`)
        await page.getByRole('button', { name: 'Remove', exact: true }).click()
        const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
        await expect(dialog.getByText('Remove Ursula Kask from the waiting list?')).toBeVisible()
        await dialog.getByRole('button', { name: 'Remove' }).click()
        await expect(page.getByText('Removed from the waiting list.')).toBeVisible()
      })
    })

    test('a person who waits sees that a place is free for everybody, and takes it', async ({
      page,
      own: { server, admin },
    }) => {
      await scheduledClass(server, admin, 'Soon full', { inDays: 2, maxParticipants: 1 })
      const scheduleId = await entryOf(server, admin, 'Soon full')
      const [holder, waits] = [
        await server.person({ email: 'first@example.ee' }),
        await server.person({ email: 'second@example.ee' }),
      ]
      await server.must(registrations.registerWithDropIn, { scheduleId, ...byDropIn }, holder)
      await server.must(waiting.join, { kind: 'class', id: scheduleId, takeWith: null }, waits)
      await enter(page.context(), waits)
      await page.goto(server.url)
      const free = page.getByRole('region', { name: 'A place is free' })
      await expect(page.getByText('You are 1st')).toBeVisible()
      await server.must(registrations.cancel, { scheduleId, acceptsLate: true }, holder)
      await expect(free.getByText('A place is free: first come, first served')).toBeVisible()
      await expectAccessible(page, 'a place that is free for everybody')
      await page.goto(`${server.url}/classes`)
      const line = page.getByRole('list', { name: 'Waiting list' })
      await expect(line.getByText('A place is free: first come, first served')).toBeVisible()
      await expect(line.getByRole('button', { name: 'Take it' })).toBeVisible()
      await page.goto(server.url)
      await free.getByRole('button', { name: 'Take it' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cash' }).click()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(free).toBeHidden()
      expect(await server.ask(waiting.mine, {}, waits)).toEqual([])
    })

    test('a late cancellation states its cost before the press, and staff can forgive it', async ({
      page,
      own: { server, admin },
    }) => {
      await scheduledClass(server, admin, 'Soon', { inDays: 2 })
      const scheduleId = await entryOf(server, admin, 'Soon')
      const member = await server.person({ email: 'mari@example.ee', displayName: 'Mari' })
      await server.must(registrations.registerWithDropIn, { scheduleId, ...byDropIn }, member)
      await enter(page.context(), member)
      await page.goto(`${server.url}/classes`)
      await rowOf(page, 'Soon').getByRole('button', { name: 'Cancel (late)' }).click()
      const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      await expect(dialog.getByText('your drop-in payment of 15€ stays due')).toBeVisible()
      await expectAccessible(page, 'a late cancellation')
      await dialog.getByRole('button', { name: 'Cancel (late)' }).click()
      await expect(page.getByText('Registration cancelled late.')).toBeVisible()
      expect(await server.ask(payments.mine, {}, member)).toMatchObject([{ status: 'due' }])

      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/class-details/${scheduleId}`)
      await page.getByRole('button', { name: 'Forgive' }).click()
      // this studio keeps no credit
      await expect(page.getByRole('dialog').getByText(/what was paid may have to be returned\.$/)).toBeVisible()
      await page.getByRole('dialog').getByLabel('Reason').fill('The tram stood still')
      await page.getByRole('dialog').getByRole('button', { name: 'Forgive' }).click()
      await expect(page.getByText('The late cancellation is forgiven.')).toBeVisible()
      await expect.poll(() => server.ask(payments.mine, {}, member)).toEqual([])
    })
  })
}

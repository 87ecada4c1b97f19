import { expect, type Page } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { families } from '#studio/families/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, test as base } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { entryOf, scheduledClass, today, withFeatures } from './studio.ts'

/** A studio of its own with make-up classes; Ursula's membership category includes the girls' classes. */
const test = base.extend<{ own: { server: StudioServer; admin: Session; ursula: Session; scheduleId: string } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    await withFeatures(server, admin, { makeUpClasses: true, door: true, families: true, waitingLists: true })
    await scheduledClass(server, admin, 'Girls on Monday', { inDays: 3, categories: ['Girl Group', 'Boy Group'] })
    await scheduledClass(server, admin, 'Boys on Friday', { inDays: 5, categories: ['Boy Group'] })
    const ursula = await server.person({ email: 'ursula@example.ee', displayName: 'Ursula' })
    const { people } = await server.ask(registrations.people, { search: 'ursula@example.ee' }, admin)
    const category = { userId: people[0]?.id ?? '', membershipCategory: 'Member-girl' }
    await server.must(accounts.setMembershipCategory, category, admin)
    await use({ server, admin, ursula, scheduleId: await entryOf(server, admin, 'Girls on Monday') })
    await server.remove()
  },
})

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).first()

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('a member whose membership includes a class reports an absence, and withdraws it', async ({
      page,
      own: { server, admin, ursula, scheduleId },
    }) => {
      const row = rowOf(page, 'Girls on Monday')
      await enter(page.context(), ursula)
      await page.goto(`${server.url}/classes`)
      await expect(row.getByRole('button', { name: 'Included in membership' })).toBeVisible()
      await expectAccessible(page, 'classes that include somebody')
      await row.getByRole('button', { name: "I can't come" }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(/^You get a make-up class for it/)).toBeVisible()
      await dialog.getByRole('button', { name: "I can't come" }).click()
      await expect(row.getByRole('button', { name: 'I can come after all' })).toBeVisible()
      await expect(page.getByText(/You have a make-up class until/)).toBeVisible()

      await test.step('a make-up class pays for another class until that place is cancelled', async () => {
        await page.goto(`${server.url}/dashboard`)
        await expect(page.getByRole('region', { name: 'Make-up classes' }).getByText(/^Valid until/)).toBeVisible()
        await page.getByRole('link', { name: 'Choose a class' }).click()
        const other = rowOf(page, 'Boys on Friday')
        await expect(page.getByRole('radio', { name: 'Boy Group' })).toBeChecked()
        await other.getByRole('button', { name: 'Register' }).click()
        await expect(dialog.getByRole('radio', { name: /^Make-up class/ })).toBeChecked()
        await expectAccessible(page, 'a make-up class as a way to pay')
        await dialog.getByRole('button', { name: 'Confirm' }).click()
        await expect(other.getByRole('button', { name: 'Cancel Registration' })).toBeVisible()
        const back = row.getByRole('button', { name: 'I can come after all' })
        await expect(back).toHaveAttribute(
          'aria-description',
          /You come to Boys on Friday, .* instead: cancel that place first/,
        )
        await other.getByRole('button', { name: 'Cancel Registration' }).click()
        await expect(dialog.getByText('Your make-up class is given back.')).toBeVisible()
        await dialog.getByRole('button', { name: 'Cancel Registration' }).click()
        await expect(other.getByRole('button', { name: 'Register' })).toBeVisible()
      })

      await test.step('the dashboard shows the absence, and withdraws it', async () => {
        await page.goto(`${server.url}/dashboard`)
        await expectAccessible(page, 'a dashboard with a class one can’t come to')
        const included = page.getByText('Included in the membership, without registering: Girls on Monday')
        await expect(included).toHaveCount(0)
        await page.getByRole('button', { name: 'I can come after all' }).click()
        await expect(page.getByText('You have your place again.')).toBeVisible()
        await expect(included).toBeVisible()
        await expect(page.getByRole('region', { name: 'Make-up classes' })).toBeHidden()
      })

      await test.step('the link in a reminder leads to the same actions', async () => {
        await page.goto(`${server.url}/my-place/${scheduleId}`)
        await page.getByRole('button', { name: "I can't come" }).click()
        await page.getByRole('dialog').getByRole('button', { name: "I can't come" }).click()
        await expect(page.getByText("You said that you can't come.")).toBeVisible()
      })

      await test.step('staff see who is absent, and can withdraw or report an absence', async () => {
        await enter(page.context(), admin)
        await page.goto(`${server.url}/admin/class-details/${scheduleId}`)
        const absent = page.getByRole('region', { name: "Can't come" })
        await expect(absent.getByText('Ursula')).toBeVisible()
        await expectAccessible(page, 'a class with somebody who can’t come')
        await absent.getByRole('button', { name: 'Comes after all' }).click()
        await expect(absent).toBeHidden()
        // on a phone the marks cover this until the list is edited
        if (device === 'phone') await page.getByRole('button', { name: 'Edit the list' }).click()
        await page.getByRole('button', { name: "can't come" }).click()
        await page.getByRole('dialog').getByRole('button', { name: "Can't come" }).click()
        await expect(absent).toBeVisible()
        expect(await server.ask(registrations.absentFrom, {}, ursula)).toMatchObject([{ scheduleId }])
      })
    })

    test('a member who is included in every planned class is told as soon as a make-up class can be used', async ({
      page,
      own: { server, admin, ursula, scheduleId },
    }) => {
      const boys = await entryOf(server, admin, 'Boys on Friday')
      await server.must(registrations.cancelEntry, { scheduleId: boys }, admin)
      await enter(page.context(), ursula)
      await page.goto(`${server.url}/my-place/${scheduleId}`)
      await page.getByRole('button', { name: "I can't come" }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(/No class for it is planned yet/)).toBeVisible()
      await dialog.getByRole('button', { name: "I can't come" }).click()
      await expect(dialog).toHaveCount(0)
      await expect(
        page.getByText(/You have a make-up class until [^.]+\. No class for it is planned yet\.$/),
        'the message says the same as the dialog',
      ).toBeVisible()
      await page.goto(`${server.url}/dashboard`)
      const own = page.getByRole('region', { name: 'Make-up classes' })
      await expect(own.getByText(/No class for it is planned yet/)).toBeVisible()
      await expect(own.getByRole('link', { name: 'Choose a class' })).toBeHidden()
      const hint = own.getByText(/^Register for a class of the same kind/)
      await expect(hint, 'there is none to register for').toHaveCount(0)
      await scheduledClass(server, admin, 'Boys on Saturday', { inDays: 6, categories: ['Boy Group'] })
      await expect(own.getByRole('link', { name: 'Choose a class' })).toBeVisible()
      await expect(hint).toBeVisible()
    })

    test('a guardian reports a child’s absence; the child gets the make-up class, and the absence is withdrawn', async ({
      page,
      own: { server, admin },
    }) => {
      const parent = await server.person({ email: 'pille@example.ee', displayName: 'Pille' })
      const born = `${Number(today().slice(0, 4)) - 9}-02-03`
      const child = { displayName: 'Liisu', familyName: 'Kask', dob: born }
      const { personId: userId } = await server.must(families.addChild, child, parent)
      await server.must(accounts.setMembershipCategory, { userId, membershipCategory: 'Member-girl' }, admin)
      const row = rowOf(page, 'Girls on Monday')
      const dialog = page.getByRole('dialog')
      await enter(page.context(), parent)
      await page.goto(`${server.url}/classes`)
      await row.getByRole('button', { name: "Liisu can't come" }).click()
      await expect(dialog.getByText(/the place becomes free for somebody else\.$/)).toBeVisible()
      await expectAccessible(page, 'saying that a child can’t come')
      await dialog.getByRole('button', { name: "Liisu can't come" }).click()
      await expect(row.getByText("Can't come: Liisu")).toBeVisible()
      expect(await server.ask(registrations.makeUps, { personId: userId }, parent)).toHaveLength(1)
      expect(await server.ask(registrations.makeUps, {}, parent)).toEqual([])
      await row.getByRole('button', { name: 'Liisu can come after all' }).click()
      await expect(page.getByText('The place is taken again.')).toBeVisible()
      await expect(row.getByText('Included: Liisu')).toBeVisible()
      expect(await server.ask(registrations.makeUps, { personId: userId }, parent)).toEqual([])
    })

    test('a member whose place was given away meanwhile joins the waiting list, and gets the place back', async ({
      page,
      own: { server, admin, ursula },
    }) => {
      await scheduledClass(server, admin, 'Girls alone', { inDays: 4, maxParticipants: 1 })
      const scheduleId = await entryOf(server, admin, 'Girls alone')
      const maret = await server.person({ email: 'maret@example.ee', displayName: 'Maret' })
      const row = rowOf(page, 'Girls alone')
      const line = page.getByRole('list', { name: 'Waiting list' })
      await enter(page.context(), ursula)
      await page.goto(`${server.url}/classes`)
      await row.getByRole('button', { name: "I can't come" }).click()
      await page.getByRole('dialog').getByRole('button', { name: "I can't come" }).click()
      await expect(row.getByRole('button', { name: 'I can come after all' })).toBeVisible()
      const byFee = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
      await server.must(registrations.registerWithDropIn, byFee, maret)
      await row.getByRole('button', { name: 'Join waiting list' }).click()
      await expect(line.getByText('You are 1st')).toBeVisible()
      await expect(row.getByRole('button', { name: 'I can come after all' })).toBeHidden()
      await expectAccessible(page, 'waiting for a place that was one’s own')
      await server.must(registrations.cancel, { scheduleId }, maret)
      await expect(line.getByText(/^A place is free for you until/)).toBeVisible()
      await line.getByRole('button', { name: 'Take it' }).click()
      await expect(page.getByText('You have your place again.')).toBeVisible()
      await expect(row.getByRole('button', { name: 'Included in membership' })).toBeVisible()
      await page.goto(`${server.url}/class/${scheduleId}`)
      await expect(page.getByRole('button', { name: "I can't come" })).toBeVisible()
    })

    test('the dashboard says that the place of somebody who can’t come is held for another person', async ({
      page,
      own: { server, admin, ursula },
    }) => {
      await scheduledClass(server, admin, 'Girls alone', { inDays: 4, maxParticipants: 1 })
      const scheduleId = await entryOf(server, admin, 'Girls alone')
      const maret = await server.person({ email: 'maret@example.ee', displayName: 'Maret' })
      const helve = await server.person({ email: 'helve@example.ee', displayName: 'Helve' })
      const byFee = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
      await server.must(registrations.cantCome, { scheduleId }, ursula)
      await enter(page.context(), ursula)
      await page.goto(`${server.url}/dashboard`)
      const back = page.getByRole('button', { name: 'I can come after all' })
      await expect(back).not.toHaveAttribute('aria-disabled')
      await server.must(registrations.registerWithDropIn, byFee, maret)
      await expect(back).toHaveAttribute('aria-description', /somebody else’s by now, or offered to them/)
      await server.must(waiting.join, { kind: 'class', id: scheduleId, takeWith: null }, helve)
      await server.must(registrations.cancel, { scheduleId }, maret)
      await expect
        .poll(async () => (await server.ask(registrations.entry, { id: scheduleId }, ursula))?.heldCount)
        .toBe(1)
      await expect(back).toHaveAttribute('aria-disabled', 'true')
      await back.click({ force: true })
      await expect(page.getByRole('tooltip')).toContainText('offered to them')
    })

    test('the dashboard gives a member and a guardian’s child back the place that became free again', async ({
      page,
      own: { server, admin, ursula },
    }) => {
      const parent = await server.person({ email: 'pille@example.ee', displayName: 'Pille' })
      const born = `${Number(today().slice(0, 4)) - 9}-02-03`
      const child = { displayName: 'Liisu', familyName: 'Kask', dob: born }
      const { personId } = await server.must(families.addChild, child, parent)
      await server.must(accounts.setMembershipCategory, { userId: personId, membershipCategory: 'Member-girl' }, admin)
      await scheduledClass(server, admin, 'Girls alone', { inDays: 4, maxParticipants: 2 })
      const scheduleId = await entryOf(server, admin, 'Girls alone')
      const byFee = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
      const here = { kind: 'class', id: scheduleId, takeWith: null } as const
      const holders = await Promise.all(
        ['Maret', 'Helve'].map((displayName) => server.person({ email: `${displayName}@example.ee`, displayName })),
      )
      await server.must(registrations.cantCome, { scheduleId }, ursula)
      await server.must(registrations.cantCome, { scheduleId, personId }, parent)
      for (const holder of holders) await server.must(registrations.registerWithDropIn, byFee, holder)
      await server.must(waiting.join, here, ursula)
      await server.must(waiting.join, { ...here, personId }, parent)
      for (const holder of holders) await server.must(registrations.cancel, { scheduleId }, holder)
      for (const [who, said] of [
        [ursula, 'You have your place again.'],
        [parent, 'The place is taken again.'],
      ] as const) {
        await enter(page.context(), who)
        await page.goto(`${server.url}/dashboard`)
        await expect(page.getByText(/^A place is free for/)).toBeVisible()
        await page.getByRole('button', { name: 'Take it' }).click()
        await expect(page.getByText(said)).toBeVisible()
        await expect(page.getByText(/^A place is free for/)).toHaveCount(0)
      }
    })

    test('a walk-in is offered their make-up class', async ({ page, own: { server, admin, ursula, scheduleId } }) => {
      await server.must(registrations.cantCome, { scheduleId }, ursula)
      await scheduledClass(server, admin, 'Boys tomorrow', { inDays: 1, categories: ['Boy Group'] })
      await enter(page.context(), admin)
      await page.goto(`${server.url}/door`)
      await page.getByRole('button', { name: 'Walk-in' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('searchbox').fill('ursula')
      await dialog.getByRole('button', { name: /^Ursula/ }).click()
      await expect(dialog.getByRole('button', { name: 'Drop-in 15€' })).toBeVisible()
      await expectAccessible(page, 'a make-up class among the ways of a walk-in')
      // first who it is about
      await expect(dialog.getByText(/Ursula Kask|Make-up class for|Drop-in 15€/)).toContainText([
        'Ursula Kask',
        'Make-up class for',
        'Drop-in',
      ])
      await dialog.getByRole('button', { name: /^Make-up class for Girls on Monday/ }).click()
      await expect(page.getByRole('button', { name: /^Ursula Kask, not marked, .*Make-up class/ })).toBeVisible()
      await expect.poll(() => server.ask(registrations.makeUps, {}, ursula)).toEqual([])
    })
  })
}

test('who was booked before coming by membership is told that cancelling that place keeps them in the class', async ({
  page,
  own: { server, admin, scheduleId },
}) => {
  const parent = await server.person({ email: 'pille@example.ee', displayName: 'Pille' })
  const born = `${Number(today().slice(0, 4)) - 9}-02-03`
  const child = { displayName: 'Liisu', familyName: 'Kask', dob: born }
  const { personId } = await server.must(families.addChild, child, parent)
  const byFee = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
  await server.must(registrations.registerWithDropIn, { ...byFee, personId }, parent)
  await server.must(registrations.registerWithDropIn, byFee, parent)
  const row = rowOf(page, 'Girls on Monday')
  const dialog = page.getByRole('dialog')
  const notice = page.getByRole('region', { name: 'Notifications' })
  const stays = /stays? in the class as a member of the group/

  await test.step('nobody is told so who leaves the class with their place', async () => {
    await enter(page.context(), parent)
    await page.goto(`${server.url}/classes`)
    await row.getByRole('button', { name: 'Cancel Registration' }).click()
    await dialog.getByRole('button', { name: 'Pille' }).click()
    await expect(dialog.getByText(/^Give back Pille’s|^Give back your place/)).toBeVisible()
    await expect(dialog.getByText(stays)).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancel Registration' }).click()
    await expect(notice.getByText('Registration cancelled successfully!', { exact: true })).toBeVisible()
  })

  await row.getByRole('button', { name: 'Cancel Registration' }).click()
  await expect(dialog.getByText(/^Give back Liisu’s place/)).toBeVisible()
  await server.must(accounts.setMembershipCategory, { userId: personId, membershipCategory: 'Member-girl' }, admin)
  await expect(
    dialog.getByText(/^Liisu stays in the class as a member of the group\. If they can't come, say so/),
  ).toBeVisible()
  await expectAccessible(page, 'giving back the place of somebody who stays in the class')
  await dialog.getByRole('button', { name: 'Cancel Registration' }).click()
  await expect(notice.getByText(/^Registration cancelled successfully! Liisu stays in the class/)).toBeVisible()
  await expect(row.getByText('Included: Liisu')).toBeVisible()
  await expect(row.getByRole('button', { name: "Liisu can't come" })).toBeVisible()
})

test('a dashboard with classes by membership alone does not say that nobody has a class', async ({
  page,
  own: { server, admin, ursula },
}) => {
  await enter(page.context(), ursula)
  await page.goto(`${server.url}/dashboard`)
  const own = page.getByRole('region', { name: 'Registered classes' })
  await expect(own.getByText('You are not registered for any class besides those of a group.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Available courses' })).toHaveAttribute('href', '/classes#courses')
  const user = { userId: await server.idOf('ursula@example.ee', admin), membershipCategory: null }
  await server.must(accounts.setMembershipCategory, user, admin)
  await expect(own.getByText('You are not registered for any class.', { exact: true })).toBeVisible()
})

test('at the desk nobody is registered before their make-up classes are known', async ({
  page,
  own: { server, admin, ursula, scheduleId },
}) => {
  await server.must(registrations.cantCome, { scheduleId }, ursula)
  const entry = await entryOf(server, admin, 'Boys on Friday')
  const user = await server.idOf('ursula@example.ee', admin)
  const held: (() => void)[] = []
  await page.routeWebSocket(/\/live$/, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (String(frame).includes('"validUntil"')) held.push(() => socket.send(frame))
      else socket.send(frame)
    })
  })
  const main = page.getByRole('main')
  await enter(page.context(), admin)
  for (const chosen of [`?entry=${entry}&user=${user}`, `?user=${user}`]) {
    await page.goto(`${server.url}/admin/class-registration${chosen}`)
    await expect(main.getByText('ursula@example.ee')).toBeVisible()
    await expect.poll(() => held.length, chosen).toBeGreaterThan(0)
    await expect(main.getByRole('button', { name: /drop-in/i }), chosen).toHaveCount(0)
    await expect(main.getByText('No active memberships'), chosen).toHaveCount(0)
    for (const send of held.splice(0)) send()
    await expect(main.getByRole('radio', { name: /^Make-up class/ }), chosen).toBeVisible()
    await expect(main.getByRole('button', { name: /drop-in/i }), chosen).toBeVisible()
  }
})

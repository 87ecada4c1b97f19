import { expect } from '@playwright/test'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible } from './fixtures.ts'
import { byDropIn, test } from './ownFamily.ts'
import type { Session, StudioServer } from './server.ts'
import { entryOf, openCourse, scheduledClass } from './studio.ts'

/** A course whose only place is taken by `holder`. */
async function fullCourse(server: StudioServer, admin: Session) {
  const courseId = await openCourse(server, admin, 'Small course', [], 1)
  const holder = await server.person({ email: 'helve@example.ee', displayName: 'Helve' })
  await server.must(courses.join, { courseId, ...byDropIn }, holder)
  return { courseId, holder }
}

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('a class’s page asks a parent for whom to register, and shows the family’s places', async ({
      page,
      own: { server, admin, parent },
    }) => {
      await scheduledClass(server, admin, 'Wide class', { maxParticipants: 3, inDays: 5 })
      await enter(page.context(), parent)
      const scheduleId = await entryOf(server, admin, 'Wide class')
      await page.goto(`${server.url}/class/${scheduleId}`)
      const alone = page.getByRole('main')
      const dialog = page.getByRole('dialog')
      await alone.getByRole('button', { name: 'Register', exact: true }).click()
      await dialog.getByRole('group', { name: 'For whom?' }).getByRole('checkbox', { name: 'Karl' }).check()
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByRole('button', { name: 'Cash' }).click()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(alone.getByText('Registered: Karl')).toBeVisible()
      await expect(alone.getByRole('button', { name: 'Register another' })).toBeVisible()
      await expectAccessible(page, 'one class with the place of a child')
      await alone.getByRole('button', { name: 'Cancel Registration' }).click()
      await dialog.getByRole('button', { name: 'Cancel Registration' }).click()
      await expect(alone.getByRole('button', { name: 'Register', exact: true })).toBeVisible()
    })

    test('the link in a reminder leads a parent to the children’s places', async ({
      page,
      own: { server, admin, parent },
    }) => {
      await scheduledClass(server, admin, 'Wide class', { maxParticipants: 3, inDays: 5 })
      const scheduleId = await entryOf(server, admin, 'Wide class')
      const { people } = await server.ask(families.mine, {}, parent)
      for (const { personId, own } of people) {
        if (!own) await server.must(registrations.registerWithDropIn, { scheduleId, personId, ...byDropIn }, parent)
      }
      await enter(page.context(), parent)
      await page.goto(`${server.url}/my-place/${scheduleId}`)
      await expect(page.getByRole('heading', { name: 'Karl: Wide class' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Liis: Wide class' })).toBeVisible()
      await expectAccessible(page, 'the places of siblings in one class')
      await page.getByRole('button', { name: 'Cancel Registration' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel Registration' }).click()
      await expect(page.getByRole('heading', { name: 'Wide class' })).toHaveCount(1)
    })

    test('siblings wait separately, and an offer is accepted for the one it is for', async ({
      page,
      own: { server, admin, parent },
    }) => {
      await scheduledClass(server, admin, 'Small class', { maxParticipants: 1, inDays: 5 })
      const scheduleId = await entryOf(server, admin, 'Small class')
      const holder = await server.person({ email: 'helve@example.ee', displayName: 'Helve' })
      await server.must(registrations.registerWithDropIn, { scheduleId, ...byDropIn }, holder)
      const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: 'Small class' }).first()
      const dialog = page.getByRole('dialog')
      const whom = dialog.getByRole('group', { name: 'For whom?' })
      const line = page.getByRole('list', { name: 'Waiting list' })
      const of = (name: string) => line.getByRole('listitem', { name, exact: true })

      await enter(page.context(), parent)
      await page.goto(`${server.url}/classes`)
      await row.getByRole('button', { name: 'Join waiting list' }).click()
      await expect(dialog).toHaveAccessibleDescription(/^Small class · .*18:00–\u206019:30$/)
      await whom.getByRole('checkbox', { name: 'Karl' }).check()
      await whom.getByRole('checkbox', { name: 'Liis' }).check()
      await expectAccessible(page, 'who of a family waits')
      await dialog.getByRole('button', { name: 'Join waiting list' }).click()
      await expect(line.getByText('Karl is 1st')).toBeVisible()
      await expect(line.getByText('Liis is 2nd')).toBeVisible()
      await expectAccessible(page, 'classes for which siblings wait')

      await test.step('a sibling who already waits can’t be added twice', async () => {
        await row.getByRole('button', { name: 'Add Pille' }).click()
        await expect(whom.getByRole('checkbox', { name: 'Karl' })).toBeDisabled()
        await page.keyboard.press('Escape')
      })

      await test.step('one sibling leaves the waiting list on the page of the class', async () => {
        await page.goto(`${server.url}/class/${scheduleId}`)
        const liis = of('Liis')
        await liis.getByRole('button', { name: 'Leave waiting list' }).click()
        await expect(liis).toHaveCount(0)
      })

      await test.step('the dashboard shows who waits', async () => {
        await page.goto(`${server.url}/dashboard`)
        await expect(line.getByRole('listitem').filter({ hasText: 'Karl' })).toContainText('1st in line')
        await expectAccessible(page, 'the dashboard of whose child waits')
      })

      await server.must(registrations.cancel, { scheduleId }, holder)
      await page.goto(`${server.url}/classes`)
      await expect(of('Karl').getByText(/^A place is free for Karl until/)).toBeVisible()
      await test.step('a place on hold is not counted as free', async () => {
        await expect(row).not.toContainText('left')
      })
      await of('Karl').getByRole('button', { name: 'Take it' }).click()
      await expect(whom.getByRole('checkbox')).toHaveCount(1)
      await expect(whom.getByRole('checkbox', { name: 'Karl' })).toBeChecked()
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByRole('button', { name: 'Cash' }).click()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(row.getByText('Registered: Karl')).toBeVisible()
    })

    test('siblings can wait for a course as well, and the place is accepted for the one it is held for', async ({
      page,
      own: { server, admin, parent },
    }) => {
      const { courseId, holder } = await fullCourse(server, admin)
      const alone = page.getByRole('main')
      const dialog = page.getByRole('dialog')
      await enter(page.context(), parent)
      await page.goto(`${server.url}/course/${courseId}`)
      await alone.getByRole('button', { name: 'Join waiting list' }).click()
      await dialog.getByRole('checkbox', { name: 'Liis' }).check()
      await dialog.getByRole('button', { name: 'Join waiting list' }).click()
      await expect(alone.getByText('Liis is 1st')).toBeVisible()
      await server.must(courses.leave, { courseId }, holder)
      // a held place is no reason to call the course full
      await expect(alone.getByText('one place is held')).toBeVisible()
      await expect(alone.getByText('Full', { exact: true })).toHaveCount(0)
      await alone.getByRole('listitem', { name: 'Liis', exact: true }).getByRole('button', { name: 'Take it' }).click()
      await expect(dialog.getByRole('checkbox', { name: 'Liis' })).toBeChecked()
      await expect(dialog.getByRole('checkbox', { name: 'Karl' })).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Bank Transfer' }).click()
      await page.getByRole('button', { name: 'Confirm' }).click()
      // after accepting, nobody can be chosen any more, and the result stays visible
      await expect(alone.getByText('Registered: Liis')).toBeAttached()
      await expect(dialog.getByText('Liis is registered. Please transfer')).toBeVisible()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await expect(alone.getByText('Registered: Liis')).toBeVisible()
      const toasts = page.getByRole('region', { name: 'Notifications' })
      await expect(toasts.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute('href', /\?person=/)
    })
  })
}

test('an offer is part of the server-rendered page, and the focus moves on after accepting it', async ({
  page,
  own: { server, admin, parent },
}) => {
  const { courseId, holder } = await fullCourse(server, admin)
  const { people } = await server.ask(families.mine, {}, parent)
  const karl = people.find(({ displayName }) => displayName === 'Karl')?.personId ?? ''
  await server.must(waiting.join, { kind: 'course', id: courseId, takeWith: null, personId: karl }, parent)
  await server.must(courses.leave, { courseId }, holder)
  await enter(page.context(), parent)
  await test.step('without a live connection the page shows the offer, too', async () => {
    const silent = await page.context().newPage()
    await silent.routeWebSocket('**/live', () => {})
    for (const at of ['classes', 'dashboard']) {
      await silent.goto(`${server.url}/${at}`)
      await expect(silent.getByText(/^A place is free for Karl until/), at).toBeVisible()
    }
    await silent.getByRole('button', { name: 'Take it' }).click()
    await expect(silent.getByRole('status').filter({ hasText: /^Loading/ })).toBeVisible()
    await silent.close()
  })
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cash' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // the offer is gone with everything around its button
  await expect(page.getByRole('main')).toBeFocused()
})

test('the focus moves on after refusing an offer on the dashboard', async ({
  page,
  own: { server, admin, parent },
}) => {
  const { courseId, holder } = await fullCourse(server, admin)
  await server.must(waiting.join, { kind: 'course', id: courseId, takeWith: null }, parent)
  await server.must(courses.leave, { courseId }, holder)
  await enter(page.context(), parent)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No, thanks' }).click()
  await expect(page.getByRole('heading', { name: 'A place is free' })).toHaveCount(0)
  // the offer is gone with its section
  await expect(page.getByRole('main')).toBeFocused()
})

test('until the children are known nothing can be booked, so that nobody books for themselves by a quick tap', async ({
  page,
  own: { server, admin, parent },
}) => {
  const { courseId } = await fullCourse(server, admin)
  await scheduledClass(server, admin, 'Wide class', { inDays: 5 })
  const scheduleId = await entryOf(server, admin, 'Wide class')
  let isHeld = true
  const held: (() => void)[] = []
  await page.routeWebSocket(/\/live$/, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (isHeld && String(frame).includes('"Karl"')) held.push(() => socket.send(frame))
      else socket.send(frame)
    })
  })
  const main = page.getByRole('main')
  await enter(page.context(), parent)
  for (const [address, heading, button] of [
    [`course/${courseId}`, 'Small course', 'Join waiting list'],
    [`class/${scheduleId}`, 'Wide class', 'Register'],
  ] as const) {
    isHeld = true
    await page.goto(`${server.url}/${address}`)
    await expect(main.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect.poll(() => held.length, address).toBeGreaterThan(0)
    await expect(main.getByRole('button', { name: button, exact: true }), address).toHaveCount(0)
    isHeld = false
    for (const send of held.splice(0)) send()
    await main.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'Liis' })).toBeVisible()
  }
})

test('a dialog about one child’s place does not turn to the other child when that place is cancelled elsewhere', async ({
  page,
  own: { server, admin, parent },
}) => {
  await scheduledClass(server, admin, 'Wide class', { inDays: 5 })
  const scheduleId = await entryOf(server, admin, 'Wide class')
  const { people } = await server.ask(families.mine, {}, parent)
  for (const { personId, own } of people) {
    if (!own) await server.must(registrations.registerWithDropIn, { scheduleId, personId, ...byDropIn }, parent)
  }
  const karl = people.find(({ displayName }) => displayName === 'Karl')?.personId ?? ''
  await enter(page.context(), parent)
  await page.goto(`${server.url}/classes`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Cancel Registration' }).first().click()
  await dialog.getByRole('button', { name: 'Karl' }).click()
  await expect(page.getByRole('dialog', { name: 'Cancel Registration: Karl' })).toBeVisible()
  await server.must(registrations.cancel, { scheduleId, personId: karl }, parent)
  await expect(page.getByText('Registered: Liis').first()).toBeAttached()
  await expect(page.getByRole('dialog', { name: 'Cancel Registration: Karl' })).toBeVisible()
  await expect(dialog.getByText('There is nothing left to cancel.').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  expect((await server.ask(registrations.mine, { personId: people[2]?.personId ?? '' }, parent)).length).toBe(1)
})

import { expect } from '@playwright/test'
import { addDays } from '#kernel/time.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { standIns } from '#studio/standIns/contract.ts'
import { devices } from './devices.ts'
import { openDoor } from './evening.ts'
import { anotherBrowser, enter, expectAccessible, test } from './fixtures.ts'
import { holdLive, nextFrames } from './held.ts'
import type { Session, StudioServer } from './server.ts'
import { entryOf, scheduledClass, today } from './studio.ts'

/** Gives a class of tomorrow to a teacher. */
async function teaches(server: StudioServer, admin: Session, teacher: string, scheduleId: string): Promise<void> {
  const found = await server.ask(schedule.entry, { scheduleId }, admin)
  if (!found) throw new Error('No such class.')
  const day = addDays(today(), 1)
  const { className, classDescription, maxParticipants, categories, standardPrice, memberPrice } = found
  const times = { startDate: day, startTime: '18:00', endDate: day, endTime: '19:30' }
  const what = { className, classDescription, maxParticipants, categories, standardPrice, memberPrice }
  const before = { ...what, ...times }
  const staff = await server.ask(rooms.staff, {}, admin)
  const teacherIds = staff.flatMap(({ id, name }) => (name === teacher ? [id] : []))
  await server.must(schedule.update, { scheduleId, ...before, teacherIds, before }, admin)
}

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a teacher asks for a stand-in, another takes over, an admin approves, and all screens show the new teacher', async ({
      page,
      browser,
    }) => {
      test.slow()
      const { server, admin, teacher, scheduleId } = await openDoor()
      const other = await server.person({ email: 'kaur@example.ee', displayName: 'Kaur', role: 'teacher' })
      await teaches(server, admin, 'Tiina Kask', scheduleId)
      try {
        await enter(page.context(), teacher)
        await test.step('the teacher asks the others at the door', async () => {
          await page.goto(`${server.url}/door`)
          await page.getByRole('button', { name: "I can't take this class" }).click()
          const dialog = page.getByRole('dialog')
          await expectAccessible(page, 'before the others are asked', '[role=dialog]')
          await dialog.getByRole('button', { name: 'Ask the others' }).click()
          await expect(page.getByText('2 people are asked.')).toBeVisible()
          await expect(page.getByText("You can't take this class. Nobody takes it over yet")).toBeVisible()
          await expectAccessible(page, 'a class at the door that its teacher can’t take')
        })

        const theirs = await anotherBrowser(browser, server.url, other)
        await test.step('another teacher sees the request on the dashboard, and accepts it', async () => {
          await theirs.goto(`${server.url}/dashboard`)
          const wanted = theirs.getByRole('region', { name: 'Classes that need a teacher' })
          await expect(wanted.getByText("Tiina Kask can't take this class.")).toBeVisible()
          await expectAccessible(theirs, 'a dashboard with a class that needs a teacher')
          await wanted.getByRole('button', { name: 'Take it over' }).click()
          await expect(wanted.getByText('You take it over from Tiina Kask once an admin approves.')).toBeVisible()
          await expect(page.getByText('Kaur Kask takes it over from you once an admin approves.')).toBeVisible()
        })

        const owner = await anotherBrowser(browser, server.url, admin)
        await test.step('an admin approves on the page that the e-mail links to', async () => {
          await owner.goto(`${server.url}/admin/class-details/${scheduleId}`)
          await expectAccessible(owner, 'an offer to approve', '[role=status]')
          await owner.getByRole('button', { name: 'Approve' }).click()
          await expect(owner.getByText('Approved. 3 people are told.')).toBeVisible()
        })

        await test.step('all screens show the new teacher', async () => {
          await expect(page.getByText('Kaur Kask takes it over from Tiina Kask.')).toBeVisible()
          await expect(page.getByRole('button', { name: "I can't take this class" })).toHaveCount(0)
          await expect(theirs.getByRole('region', { name: 'Classes that need a teacher' })).toHaveCount(0)
          await theirs.goto(`${server.url}/door`)
          await expect(theirs.getByRole('button', { name: "I can't take this class" })).toBeVisible()
        })
      } finally {
        await server.remove()
      }
    })
  })
}

test('a class can’t be taken over before it is known whether the teacher has another one then', async ({ page }) => {
  const { server, admin, teacher, scheduleId } = await openDoor({ comers: [] })
  try {
    const other = await server.person({ email: 'kaur@example.ee', displayName: 'Kaur', role: 'teacher' })
    await scheduledClass(server, admin, 'Bachata')
    await teaches(server, admin, 'Tiina Kask', scheduleId)
    await teaches(server, admin, 'Kaur Kask', await entryOf(server, admin, 'Bachata'))
    await server.must(standIns.ask, { scheduleId }, teacher)
    const taken = await holdLive(page, 'rooms.taken')
    taken.hold()
    await enter(page.context(), other)
    await page.goto(`${server.url}/dashboard`)
    const wanted = page.getByRole('region', { name: 'Classes that need a teacher' })
    await expect.poll(taken.held).toBeGreaterThan(0)
    await nextFrames(page)
    await expect(wanted.getByRole('button', { name: 'Take it over' })).toBeDisabled()
    taken.release()
    await expect(wanted.getByText('You teach then: Bachata')).toBeVisible()
    await wanted.getByRole('button', { name: 'Take it over' }).click()
    await expect(page.getByRole('dialog', { name: 'Take it over all the same?' })).toBeVisible()
  } finally {
    await server.remove()
  }
})

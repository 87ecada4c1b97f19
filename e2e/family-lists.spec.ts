// What a parent may press while the lists of the family are on their way, or could not be loaded.
import { expect } from '@playwright/test'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { Answers } from './answers.ts'
import { enter, expectAccessible } from './fixtures.ts'
import { byDropIn, test } from './ownFamily.ts'
import type { Session, StudioServer } from './server.ts'
import { entryOf, membershipForSale, openCourse, scheduledClass } from './studio.ts'

const FAMILY = 'families.mine{}'
const COURSES = 'courses.mine{"personId"'
const CLASSES = 'registrations.mine{"personId"'
const PASSES = 'memberships.mine{"personId"'

async function karlOf(server: StudioServer, parent: Session): Promise<string> {
  const { people } = await server.ask(families.mine, {}, parent)
  return people.find(({ displayName }) => displayName === 'Karl')?.personId ?? ''
}

/** A course in which Karl is. */
async function karlsCourse(server: StudioServer, admin: Session, parent: Session): Promise<string> {
  const courseId = await openCourse(server, admin, 'Summer course')
  await server.must(courses.join, { courseId, personId: await karlOf(server, parent), ...byDropIn }, parent)
  return courseId
}

/** A pass of Karl's for so many classes. */
async function karlsPass(server: StudioServer, admin: Session, parent: Session, classLimit: number): Promise<void> {
  const membershipId = await membershipForSale(server, admin, 'Pass', { classLimit })
  const pass = { membershipId, coverMember: false, paymentMethod: 'cash' } as const
  await server.must(memberships.sellTo, { userId: await karlOf(server, parent), ...pass }, admin)
}

test('a course offers nothing until it is known which child is in it, and Try again where that can’t be loaded', async ({
  page,
  own: { server, admin, parent },
}) => {
  const courseId = await karlsCourse(server, admin, parent)
  const answers = await Answers.before(page)
  const main = page.getByRole('main')
  const register = main.getByRole('button', { name: 'Register', exact: true })
  await enter(page.context(), parent)
  await test.step('on its own page', async () => {
    answers.hold(COURSES)
    await page.goto(`${server.url}/course/${courseId}`)
    await expect.poll(() => answers.held(COURSES)).toBe(2)
    await expect(register).toHaveCount(0)
    answers.release(COURSES)
    await expect(main.getByText('Registered: Karl')).toBeVisible()
  })
  await test.step('where a list fails', async () => {
    answers.fail(COURSES)
    await page.goto(`${server.url}/course/${courseId}`)
    await expect(main.getByRole('alert')).toContainText('Failed to load courses')
    await expect(register).toHaveCount(0)
    answers.release(COURSES)
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByText('Registered: Karl')).toBeVisible()
    await expect(main.getByRole('alert')).toHaveCount(0)
  })
  await test.step('giving up the child’s place asks by name', async () => {
    await main.getByRole('button', { name: 'Cancel', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Are you sure you want to cancel Karl’s registration for Summer course?')
  })
})

test('the lists of classes and courses offer nothing until it is known which child is in which', async ({
  page,
  own: { server, admin, parent },
}) => {
  await karlsCourse(server, admin, parent)
  await scheduledClass(server, admin, 'Wide class')
  const scheduleId = await entryOf(server, admin, 'Wide class')
  const personId = await karlOf(server, parent)
  await server.must(registrations.registerWithDropIn, { scheduleId, personId, ...byDropIn }, parent)
  const answers = await Answers.before(page)
  const main = page.getByRole('main')
  for (const list of [FAMILY, COURSES, CLASSES]) answers.hold(list)
  await enter(page.context(), parent)
  await page.goto(`${server.url}/memberships`)
  const toClasses = page.getByRole('link', { name: 'Upcoming Classes', exact: true }).first()
  await toClasses.hover()
  for (const list of ['courses.mine{}', 'registrations.mine{}', 'registrations.absentFrom{}']) {
    await expect.poll(() => answers.come(list)).toBeGreaterThan(0)
  }
  await toClasses.click()
  await expect(main.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
  answers.release(FAMILY)
  for (const list of [COURSES, CLASSES]) await expect.poll(() => answers.held(list)).toBe(2)
  await expect(main.getByRole('button', { name: 'Register', exact: true })).toHaveCount(0)
  for (const list of [COURSES, CLASSES]) answers.release(list)
  await expect(main.getByText('Registered: Karl').filter({ visible: true })).toHaveCount(2)
})

test('where the family can’t be loaded, nothing is booked or bought for the parent alone', async ({
  page,
  own: { server, admin, parent },
}) => {
  const courseId = await karlsCourse(server, admin, parent)
  await membershipForSale(server, admin, 'Pass')
  await scheduledClass(server, admin, 'Wide class')
  const scheduleId = await entryOf(server, admin, 'Wide class')
  const answers = await Answers.before(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const again = page.getByRole('button', { name: 'Try again' })
  await enter(page.context(), parent)
  for (const [address, problem, then] of [
    [`course/${courseId}`, 'Failed to load courses', 'Register another'],
    [`class/${scheduleId}`, 'Your registered classes could not be loaded.', 'Register'],
  ] as const) {
    answers.fail(FAMILY)
    await page.goto(`${server.url}/${address}`)
    await expect(main.getByRole('alert')).toContainText(problem)
    await expect(main.getByRole('button', { name: 'Register' })).toHaveCount(0)
    answers.release(FAMILY)
    await again.click()
    await main.getByRole('button', { name: then, exact: true }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Liis' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  // from a page that doesn't come with the family, as the next one would
  await page.goto(`${server.url}/terms`)
  answers.fail(FAMILY)
  await page.getByRole('link', { name: 'Memberships', exact: true }).first().click()
  await main.getByRole('button', { name: 'Buy' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your family could not be loaded.')
  await expect(dialog.getByRole('button', { name: 'Cash' })).toHaveCount(0)
  await expectAccessible(page, 'buying while the family could not be loaded')
  answers.release(FAMILY)
  await again.click()
  await expect(dialog.getByRole('checkbox', { name: 'Liis' })).toBeVisible()
})

test('passes of a child that can’t be loaded are not taken for none', async ({
  page,
  own: { server, admin, parent },
}) => {
  await karlsPass(server, admin, parent, 4)
  await scheduledClass(server, admin, 'Wide class')
  const scheduleId = await entryOf(server, admin, 'Wide class')
  const answers = await Answers.before(page)
  const dialog = page.getByRole('dialog')
  answers.fail(PASSES)
  await enter(page.context(), parent)
  await page.goto(`${server.url}/class/${scheduleId}`)
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to load memberships')
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'passes of a family that could not be loaded')
  answers.release(PASSES)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('checkbox', { name: 'Karl' }).check()
  await expect(dialog.getByLabel('How would you like to register?')).toContainText('Pass')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/^Karl is successfully registered/).first()).toBeVisible()
})

test('what was confirmed for a child stays as it was while it is saved', async ({
  page,
  own: { server, admin, parent },
}) => {
  await karlsPass(server, admin, parent, 1)
  await scheduledClass(server, admin, 'Narrow class', { maxParticipants: 1 })
  const scheduleId = await entryOf(server, admin, 'Narrow class')
  const answers = await Answers.before(page)
  const dialog = page.getByRole('dialog')
  let respond = () => {}
  const told = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/rpc/registrations.registerSeveral', async (route) => {
    const response = await route.fetch()
    await told
    await route.fulfill({ response })
  })
  await enter(page.context(), parent)
  await page.goto(`${server.url}/class/${scheduleId}`)
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
  const karl = dialog.getByRole('checkbox', { name: 'Karl' })
  await karl.check()
  const [passes, places] = [answers.come(PASSES), answers.come(CLASSES)]
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => answers.come(PASSES)).toBeGreaterThan(passes)
  await expect.poll(() => answers.come(CLASSES)).toBeGreaterThan(places)
  await expect(page.getByText('Registered: Karl')).toBeAttached()
  await expect(dialog.getByText('To pay')).toHaveCount(0)
  await expect(karl).toBeChecked()
  await expect(karl).toBeEnabled()
  respond()
  await expect(dialog).toHaveCount(0)
})

test('a fee that nobody chose gives way to a pass that the child has meanwhile', async ({
  page,
  own: { server, admin, parent },
}) => {
  await scheduledClass(server, admin, 'Wide class')
  const scheduleId = await entryOf(server, admin, 'Wide class')
  const dialog = page.getByRole('dialog')
  const how = dialog.getByLabel('How would you like to register?')
  await enter(page.context(), parent)
  await page.goto(`${server.url}/class/${scheduleId}`)
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'Karl' }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Cash' })).toBeVisible()
  await karlsPass(server, admin, parent, 4)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Karl' })).toBeChecked()
  await expect(how.locator('option:checked')).toHaveText(/^Pass/)
  await test.step('a fee that was chosen stays chosen', async () => {
    await how.selectOption({ label: await how.locator('option').last().innerText() })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(how).toHaveValue('dropIn')
  })
})

test('where one has a pass and another pays, the payment says whose the fee is', async ({
  page,
  own: { server, admin, parent },
}) => {
  await scheduledClass(server, admin, 'Mixed class')
  const scheduleId = await entryOf(server, admin, 'Mixed class')
  await karlsPass(server, admin, parent, 4)
  const dialog = page.getByRole('dialog')
  await enter(page.context(), parent)
  await page.goto(`${server.url}/class/${scheduleId}`)
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
  for (const name of ['Karl', 'Liis']) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText(/^Karl \(pass\), Liis \(drop-in\)/)).toBeVisible()
})

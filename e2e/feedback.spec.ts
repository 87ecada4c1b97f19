import { expect, type Locator, type Page } from '@playwright/test'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { holdCode } from './early.ts'
import { enter, expectAccessible, test } from './fixtures.ts'
import { choosesDropIn, deed, rowOf, type Deed } from './forms.ts'
import { HeldServer } from './held.ts'
import type { Session, StudioServer } from './server.ts'
import { membershipForSale, openCourse, scheduledClass } from './studio.ts'

test.slow()

/** A press and the steps before it, for which the server still responds. */
interface Press {
  readonly at: string
  readonly first?: (page: Page, main: Locator) => Promise<void>
  readonly press: (page: Page, main: Locator) => Locator
}

const button = (name: string | RegExp) => (_page: Page, main: Locator) => main.getByRole('button', { name }).first()
const inDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).last()
const opens = (opener: Press['press'] | ((page: Page, main: Locator) => Deed)) => async (page: Page, main: Locator) => {
  const by = opener(page, main)
  await ('press' in by && 'returns' in by ? by.press() : by.click())
  await expect(page.getByRole('dialog')).toBeVisible()
}
const within = (row: string, name: string | RegExp) => (_page: Page, main: Locator) =>
  rowOf(main, row).getByRole('button', { name }).first()

const deedOn = (row: string, name: string) => (_page: Page, main: Locator) => deed(rowOf(main, row).first(), name)

async function expectAnswered(page: Page, presses: Readonly<Record<string, Press>>): Promise<void> {
  const held = await HeldServer.before(page)
  for (const [name, { at, first, press }] of Object.entries(presses)) {
    await test.step(name, async () => {
      await held.goOn()
      await page.goto(at)
      await page.waitForLoadState('networkidle')
      const main = page.getByRole('main')
      await first?.(page, main)
      await held.pressed(press(page, main), name)
    })
  }
}

const typed = (values: Readonly<Record<string, string>>) => async (_page: Page, main: Locator) => {
  for (const [label, value] of Object.entries(values)) await main.getByLabel(label, { exact: true }).fill(value)
}

test('every press of a visitor shows feedback before the server responds', async ({ page, house }) => {
  await house.server.post(accounts.signUp.name, {
    displayName: 'Uku',
    familyName: 'Kask',
    dob: '1999-09-09',
    email: 'uku.feedback@example.ee',
    password: 'tantsin',
    language: 'en',
  })
  await expectAnswered(page, {
    'another screen': { at: '/classes', press: (page) => page.getByRole('link', { name: 'Log In' }).first() },
    'sign in': {
      at: '/login',
      first: typed({ EMAIL: 'uku.feedback@example.ee', PASSWORD: 'tantsin' }),
      press: button('SIGN IN'),
    },
    'resend the verification': {
      at: '/login',
      first: async (page, main) => {
        await typed({ EMAIL: 'uku.feedback@example.ee', PASSWORD: 'tantsin' })(page, main)
        await main.getByRole('button', { name: 'SIGN IN', exact: true }).click()
        await expect(main.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible()
      },
      press: button('Resend Verification Email'),
    },
    'send a reset link': {
      at: '/forgot-password',
      first: typed({ EMAIL: 'uku.feedback@example.ee' }),
      press: button('SEND RESET LINK'),
    },
    'sign up': {
      at: '/register',
      first: typed({
        NAME: 'Ott',
        SURNAME: 'Kask',
        'DATE OF BIRTH': '2001-02-03',
        EMAIL: 'ott.feedback@example.ee',
        PASSWORD: 'tantsin',
        'CONFIRM PASSWORD': 'tantsin',
      }),
      press: button('SIGN UP'),
    },
    'a new password': {
      at: await resetLink(house.server, 'uku.feedback@example.ee'),
      first: typed({ 'NEW PASSWORD': 'tantsime', 'CONFIRM PASSWORD': 'tantsime' }),
      press: button('SAVE NEW PASSWORD'),
    },
    'report a problem': { at: '/classes', press: (page) => page.getByRole('button', { name: 'Report a Problem' }) },
    'the other language': { at: '/classes', press: (page) => page.getByRole('button', { name: 'ET, Eesti keel' }) },
  })
})

test('a dialog whose code is loading says so, and can be closed', async ({ page }) => {
  const arrive = await holdCode(page, /\/(overlays|ReportProblem)-.*\.js$/)
  await page.goto('/classes')
  const report = page.getByRole('button', { name: 'Report a Problem' })
  await report.click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expectAccessible(page, 'a dialog on its way')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  arrive()
  await report.click()
  await expect(page.getByRole('dialog', { name: 'Report a Problem' })).toBeVisible()
})

async function resetLink(server: StudioServer, email: string): Promise<string> {
  await server.post(accounts.requestPasswordReset.name, { email })
  return server.linkFor(email, '/reset-password')
}

test('every press of a member shows feedback before the server responds', async ({ page, house }) => {
  const { server, admin } = house
  const leida = await server.person({ email: 'leida.feedback@example.ee', displayName: 'Leida' })
  await furnish(server, admin, 'Fb', leida)
  await enter(page.context(), leida)
  const buying: Press['first'] = async (_page, main) => {
    await main
      .getByRole('listitem')
      .or(main.getByRole('article'))
      .filter({ hasText: 'Fb pass' })
      .first()
      .getByRole('button', { name: 'Buy' })
      .click()
  }
  const openClass = within('Fb open', 'Register')
  const dropIn: Press['first'] = async (page, main) => {
    await openClass(page, main).click()
    const dialog = page.getByRole('dialog')
    await choosesDropIn(dialog)
  }
  const cash = (page: Page) => page.getByRole('button', { name: 'Cash' })
  await expectAnswered(page, {
    'another order': { at: '/classes', press: button(/^Class/) },
    'register, which asks how': { at: '/classes', press: openClass },
    'register, with the pass': { at: '/classes', first: opens(openClass), press: inDialog('Confirm') },
    'how to pay': { at: '/classes', first: dropIn, press: cash },
    'a discount code': {
      at: '/classes',
      first: async (page, main) => {
        await main
          .getByRole('listitem')
          .or(main.getByRole('article'))
          .filter({ hasText: 'Fb other course' })
          .last()
          .getByRole('button', { name: 'Register' })
          .click()
        await page.getByRole('button', { name: 'I have a discount code' }).click()
        await page.getByLabel('Discount code').fill('NOTHING')
      },
      press: (page) => page.getByRole('button', { name: 'Apply' }),
    },
    'pay for a class': {
      at: '/classes',
      first: async (page, main) => {
        await dropIn(page, main)
        await cash(page).click()
      },
      press: inDialog('Confirm'),
    },
    'give a place back': {
      at: '/classes',
      first: opens(within('Fb taken', 'Cancel Registration')),
      press: inDialog('Cancel Registration'),
    },
    'buy a membership': {
      at: '/memberships',
      first: async (page, main) => {
        await buying(page, main)
        await cash(page).click()
      },
      press: inDialog('Confirm'),
    },
    'mark as paid': { at: '/dashboard', first: opens(button('Mark as paid')), press: inDialog('Confirm') },
    'take the data along': { at: '/account', press: button('Download as a web page') },
    'ask for deletion': { at: '/account', press: button('Ask for deletion') },
    'the language': { at: '/dashboard', press: (page) => page.getByRole('button', { name: 'ET, Eesti keel' }) },
    'log out': {
      at: '/dashboard',
      press: (page) => page.getByRole('button', { name: /^(Log Out|Logi välja)$/ }).first(),
    },
  })
})

test('every press at the desk shows feedback before the server responds', async ({ page, house }) => {
  const { server, admin } = house
  const maiu = await server.person({ email: 'maiu.feedback@example.ee', displayName: 'Maiu' })
  await furnish(server, admin, 'Desk', maiu)
  await enter(page.context(), admin)
  const inCourse = deedOn('Desk other course', 'Archive')
  const settle = within('Maiu Kask', /^Due/)
  const confirm = within('Maiu Kask', /^Confirm/)
  const person: Press['first'] = async (_page, main) => {
    await main.getByRole('radio', { name: /Desk open/ }).check()
    await main.getByLabel('Search by name or e-mail').fill('Maiu')
    await main.getByRole('list', { name: 'Person' }).getByRole('button', { name: 'Maiu' }).click()
  }
  const openMaiu: Press['first'] = async (page) => {
    await page.getByRole('link', { name: 'Maiu Kask' }).click()
    await expect(page.getByRole('button', { name: 'Change member level' })).toBeVisible()
  }
  const users = '/admin/users?search=Maiu'
  await expectAnswered(page, {
    attended: { at: '/admin/class-registrants', press: within('Maiu Kask', 'Attended') },
    'open a payment': { at: '/admin/class-registrants', press: settle },
    'confirm a payment at the door': {
      at: '/admin/class-registrants',
      first: opens(settle),
      press: inDialog('Confirm'),
    },
    'remove a registration': {
      at: '/admin/class-registrants',
      first: opens(within('Maiu Kask', /^Remove registration/)),
      press: inDialog('Remove registration'),
    },
    'another class': {
      at: '/admin/class-registrants',
      press: (_page, main) => main.getByRole('link', { name: 'Desk open', exact: true }),
    },
    'export a list': { at: '/admin/class-registrants', press: button('Export CSV') },
    'register with a membership': {
      at: '/admin/class-registration',
      first: person,
      press: button('Register with Membership'),
    },
    'register with drop-in': {
      at: '/admin/class-registration',
      first: async (page, main) => {
        await person(page, main)
        await main.getByRole('button', { name: 'Register with Drop-in' }).click()
        await page.getByRole('button', { name: 'Cash' }).click()
      },
      press: inDialog('Confirm'),
    },
    'create a class': {
      at: '/admin/create-class',
      first: async (page, main) => {
        await typed({ Name: 'Another class' })(page, main)
        await main.getByLabel('Girl Group').check()
      },
      press: button('Create Class'),
    },
    'delete a class': { at: '/admin/classes', first: opens(deedOn('Desk open', 'Delete')), press: inDialog('Delete') },
    'sort the classes': { at: '/admin/classes', press: button(/^Created at/) },
    'archive a course': { at: '/admin/courses', first: opens(inCourse), press: inDialog('Archive') },
    'confirm a payment': { at: '/admin/payments?search=maiu', first: opens(confirm), press: inDialog('Confirm') },
    'delete a payment': {
      at: '/admin/payments?search=maiu',
      first: opens(deedOn('Maiu Kask', 'Delete')),
      press: inDialog('Delete'),
    },
    'a payment’s history': {
      at: '/admin/payments?search=maiu',
      first: (_page, main) => rowOf(main, 'Maiu Kask').first().getByRole('button', { name: /^More/ }).click(),
      press: within('Maiu Kask', 'History'),
    },
    'edit a membership': {
      at: '/admin/memberships',
      first: opens(within('Maiu Kask', /^Edit/)),
      press: inDialog('Save Changes'),
    },
    'a member’s level': {
      at: users,
      first: async (page, main) => {
        await openMaiu(page, main)
        await main.getByLabel('Member level').fill('gold')
      },
      press: button('Change member level'),
    },
    'a member’s category': {
      at: users,
      first: async (page, main) => {
        await openMaiu(page, main)
        await main.getByLabel('Membership category').selectOption('Member-boy')
      },
      press: button('Change membership category'),
    },
    'log lines': { at: '/admin/logs', press: (_page, main) => main.getByRole('checkbox', { name: 'Payments' }) },
    'sort the users': { at: '/admin/users', press: button(/^Name/) },
  })
})

/** A class, a course and a membership to take, and others already taken by `session`, all unpaid. */
async function furnish(server: StudioServer, admin: Session, mark: string, session: Session): Promise<void> {
  // early in the day, to be on the first page however many classes other tests have made
  const early = { startTime: '06:00', endTime: '07:30' }
  for (const name of ['open', 'taken']) await scheduledClass(server, admin, `${mark} ${name}`, early)
  const codes = [{ code: `FEEDBACK${mark}`, amount: 500, audience: 'others' as const }]
  await openCourse(server, admin, `${mark} other course`, codes)
  const courseId = await openCourse(server, admin, `${mark} course`)
  const membershipId = await membershipForSale(server, admin, `${mark} pass`)
  const { entries } = await server.ask(registrations.upcoming, { weeks: 2 }, session)
  const scheduleId = entries.find(({ className }) => className === `${mark} taken`)?.id ?? ''
  const paying = { coverMember: false, paymentMethod: 'bankTransfer' as const }
  await server.must(registrations.registerWithDropIn, { scheduleId, ...paying, discountCode: null }, session)
  await server.must(courses.join, { courseId, ...paying, discountCode: null }, session)
  await server.must(memberships.buy, { membershipId, ...paying }, session)
}

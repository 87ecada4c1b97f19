import { expect, type Page } from '@playwright/test'
import { attendance } from '#studio/attendance/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { signing } from '#studio/signing/contract.ts'
import { phone } from './devices.ts'
import { goOffline, openDoor, ready, row } from './evening.ts'
import { enter, expectAccessible, signInHere, test } from './fixtures.ts'
import type { Session, StudioServer } from './server.ts'

test.use({ ...phone, serviceWorkers: 'allow' })

const DAY = 24 * 60 * 60_000
const marked = (page: Page, name: string, mark: string) =>
  expect(row(page, name)).toHaveAccessibleName(new RegExp(`^${name} Kask, ${mark}`))

async function standing(server: StudioServer, session: Session, scheduleId: string) {
  const { entries, people: all } = await server.ask(attendance.classDetails, { scheduleId }, session)
  const names = new Map(all.map(({ id, displayName }) => [id, displayName]))
  return Object.fromEntries((entries[0]?.registrants ?? []).map((one) => [names.get(one.userId) ?? '', one.attendance]))
}

test('taps at the door survive killed pages, lost networks and lost responses', async ({ page, context }) => {
  test.slow()
  const { server, admin, teacher, scheduleId, carmen } = await openDoor()
  const idOf = (name: string) => server.idOf(`${name.toLowerCase()}@example.ee`, admin)
  try {
    await enter(context, teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)
    await expectAccessible(page, 'the door')
    expect((await row(page, 'Anu').boundingBox())?.height).toBeGreaterThanOrEqual(64)

    await test.step('online, a tap is saved at once, and further taps correct it', async () => {
      await row(page, 'Anu').tap()
      await marked(page, 'Anu', 'attended')
      await expect.poll(() => standing(server, admin, scheduleId)).toMatchObject({ Anu: 'attended' })
      await expect(page.getByText('not sent')).toHaveCount(0)
    })

    await test.step('a tap made offline is queued', async () => {
      await goOffline(page)
      await row(page, 'Birgit').tap()
      await marked(page, 'Birgit', 'attended')
      await expect(page.getByText('1 not sent')).toBeVisible()
    })

    await test.step('after the phone kills the page, the page opens offline with the queued taps', async () => {
      // a new process of Chromium ignores the offline setting for a moment, so stop the server as well
      await server.stop()
      await page.goto('about:blank')
      await page.goto(`${server.url}/door`)
      await expect(page.getByText('1 not sent')).toBeVisible()
      await marked(page, 'Birgit', 'attended')
      await row(page, 'Carmen').tap()
      await expect(page.getByText('2 not sent')).toBeVisible()
      await server.run()
    })

    await test.step('a later tap on another phone wins over the queued one', async () => {
      const place = { scheduleId, userId: await idOf('Birgit'), value: 'no-show' as const }
      await server.must(attendance.take, place, admin)
      await context.setOffline(false)
      await expect(page.getByText('not sent')).toHaveCount(0)
      await marked(page, 'Birgit', 'no-show')
      await marked(page, 'Carmen', 'attended')
      expect(await standing(server, admin, scheduleId)).toEqual({
        Anu: 'attended',
        Birgit: 'no-show',
        Carmen: 'attended',
      })
    })

    await test.step('a tap whose response is lost still counts once', async () => {
      let lost = 0
      await page.route('**/rpc/attendance.tap', async (route) => {
        if (lost++ > 0) return route.continue()
        await route.fetch()
        await route.abort()
      })
      await row(page, 'Birgit').tap()
      await marked(page, 'Birgit', 'not marked')
      await expect(page.getByText('1 not sent')).toBeVisible()
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page.getByText('not sent')).toHaveCount(0)
      await page.unroute('**/rpc/attendance.tap')
      expect(await standing(server, admin, scheduleId)).toMatchObject({ Birgit: null })
    })

    await test.step('a tap that the studio refuses is kept and needs a look', async () => {
      await goOffline(page)
      await row(page, 'Carmen').tap()
      await expect(page.getByText('1 not sent')).toBeVisible()
      await server.must(attendance.removeRegistration, { scheduleId, userId: await idOf('Carmen') }, admin)
      await context.setOffline(false)
      await expect(page.getByText('Needs a look', { exact: true })).toBeVisible()
      await expect(page.getByText('Carmen Kask: no-show (Salsa)')).toBeVisible()
    })

    await test.step('sending it again is refused until somebody has solved the cause', async () => {
      const again = page.getByRole('button', { name: /^Send again/ })
      const asked = page.waitForResponse(/attendance\.tap$/)
      await again.tap()
      expect(await (await asked).json()).toMatchObject({ code: 'registrationNotFound' })
      const place = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
      await server.must(registrations.registerWithDropIn, place, carmen)
      await marked(page, 'Carmen', 'not marked')
      await again.tap()
      await expect(page.getByText('Needs a look')).toHaveCount(0)
      await expect.poll(() => standing(server, admin, scheduleId)).toMatchObject({ Carmen: 'no-show' })
    })

    await test.step('a refused tap that nobody needs any more can be removed', async () => {
      await expect(page.getByText('not sent')).toHaveCount(0)
      await goOffline(page)
      await row(page, 'Anu').tap()
      await expect(page.getByText('1 not sent')).toBeVisible()
      await server.must(attendance.removeRegistration, { scheduleId, userId: await idOf('Anu') }, admin)
      await context.setOffline(false)
      await expect(row(page, 'Anu')).toHaveCount(0)
      await page.getByRole('button', { name: /^Done, remove: Anu Kask: no-show/ }).tap()
      await expect(page.getByText('Needs a look')).toHaveCount(0)
    })
  } finally {
    await server.remove()
  }
})

test('each account’s taps are kept and sent only by that account, even with a wrong device clock', async ({
  page,
  context,
}) => {
  test.slow()
  const { server, admin, teacher, scheduleId } = await openDoor()
  try {
    await enter(context, teacher)
    // a phone whose clock is a day slow
    await page.clock.install({ time: Date.now() - DAY })
    await page.goto(`${server.url}/door`)
    await page.clock.resume()
    await ready(page)
    await goOffline(page)
    await row(page, 'Anu').tap()
    await row(page, 'Carmen').tap()
    await expect(page.getByText('2 not sent')).toBeVisible()

    await test.step('signing out warns of taps that are not sent', async () => {
      await page.getByRole('button', { name: 'More' }).tap()
      await page.getByRole('button', { name: 'Log Out' }).tap()
      const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      await expect(dialog.getByText('2 not sent yet')).toBeVisible()
      // without a connection nobody can be signed out
      await expect(dialog.getByRole('button', { name: 'Sign out anyway' })).toHaveAccessibleDescription(
        /no connection/i,
      )
      await dialog.getByRole('button', { name: 'Stay signed in' }).tap()
    })

    await test.step('after another account signs in in another tab, this tab sends no taps with that session', async () => {
      await context.clearCookies()
      await enter(context, admin)
      const refused = page.waitForResponse(/attendance\.tap$/)
      await context.setOffline(false)
      expect(await (await refused).json()).toMatchObject({ code: 'anotherAccount' })
      await expect(page.getByText('2 taps of another account wait on this device')).toBeVisible()
      expect(await standing(server, admin, scheduleId)).toMatchObject({ Anu: null, Carmen: null })
    })

    await test.step('nor does a page that is newly opened', async () => {
      await page.goto(`${server.url}/door`)
      await expect(page.getByText('2 taps of another account wait on this device')).toBeVisible()
      expect(await standing(server, admin, scheduleId)).toMatchObject({ Anu: null, Carmen: null })
    })

    await test.step('after the owner signs in again, the taps are sent from any screen and keep their original time', async () => {
      await context.clearCookies()
      await page.goto(`${server.url}/login`)
      await signInHere(page, 'teacher@example.ee')
      await expect(page).toHaveURL(/dashboard/)
      await expect
        .poll(() => standing(server, admin, scheduleId))
        .toEqual({ Anu: 'attended', Birgit: null, Carmen: 'attended' })
    })
  } finally {
    await server.remove()
  }
})

test('the sign-in screen says that taps at the door are not sent yet, and nobody’s to another account', async ({
  page,
  context,
}) => {
  test.slow()
  const { server, admin, teacher, scheduleId } = await openDoor()
  const yours = page.getByText('2 taps at the door are not sent yet. Sign in to send them.')
  const somebodys = page.getByText('2 taps made at the door on this device are not sent yet.')
  try {
    await enter(context, teacher)
    await page.goto(`${server.url}/door`)
    await ready(page)

    await test.step('to the teacher whose session has ended meanwhile', async () => {
      await goOffline(page)
      await row(page, 'Anu').tap()
      await row(page, 'Carmen').tap()
      await expect(page.getByText('2 not sent')).toBeVisible()
      await server.must(signing.endOtherSessions, {}, await server.signIn('teacher@example.ee'))
      await context.setOffline(false)
      await expect(page).toHaveURL(`${server.url}/login`)
      await expect(yours).toBeVisible()
      await expectAccessible(page, 'signed out with unsent taps')
    })

    await test.step('where it is opened anew, without saying whose they are', async () => {
      await page.goto(`${server.url}/login`)
      await expect(somebodys).toBeVisible()
      await expect(page.getByText(/Anu|Carmen|Tiina/)).toHaveCount(0)
    })

    await test.step('not after somebody else has signed out', async () => {
      await signInHere(page, 'admin@example.ee')
      await expect(page).toHaveURL(`${server.url}/door`)
      await page.getByRole('button', { name: 'More' }).tap()
      const left = page.waitForResponse(/accounts\.signOut$/)
      await page.getByRole('button', { name: 'Log Out' }).tap()
      await left
      await expect(page.getByRole('button', { name: 'SIGN IN', exact: true })).toBeVisible()
      await expect(page.getByText('not sent yet')).toHaveCount(0)
      expect(await standing(server, admin, scheduleId)).toMatchObject({ Anu: null, Carmen: null })
    })

    await test.step('nor once they are sent', async () => {
      await signInHere(page, 'teacher@example.ee')
      await expect
        .poll(() => standing(server, admin, scheduleId))
        .toEqual({ Anu: 'attended', Birgit: null, Carmen: 'attended' })
      await context.clearCookies()
      await page.goto(`${server.url}/login`)
      await expect(page.getByRole('button', { name: 'SIGN IN', exact: true })).toBeVisible()
      await expect(page.getByText('not sent yet')).toHaveCount(0)
    })
  } finally {
    await server.remove()
  }
})

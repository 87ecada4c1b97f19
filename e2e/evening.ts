// Shared setup of the tests at the door.
import { expect, type Page } from '@playwright/test'
import { registrations } from '#studio/registrations/contract.ts'
import { StudioServer, type Session } from './server.ts'
import { entryOf, scheduledClass, withFeatures } from './studio.ts'

const people = ['Anu', 'Birgit', 'Carmen']

/** A studio with the door enabled, a class about to begin, and three registered people. */
export async function openDoor(
  given: {
    maxParticipants?: number
    stebbyDesk?: boolean
    env?: NodeJS.ProcessEnv
    comers?: readonly string[]
    built?: string
  } = {},
) {
  const { env, built = 'dist', stebbyDesk = false, comers = people, ...more } = given
  const server = await StudioServer.start(built, async () => ({ ...env }))
  const admin = await server.person({ email: 'admin@example.ee', displayName: 'Asta', role: 'admin' })
  await withFeatures(server, admin, { door: true, stebbyDesk })
  await scheduledClass(server, admin, 'Salsa', more)
  const scheduleId = await entryOf(server, admin, 'Salsa')
  let member: Session = admin
  for (const displayName of comers) {
    member = await server.person({ email: `${displayName.toLowerCase()}@example.ee`, displayName })
    const place = { scheduleId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
    await server.must(registrations.registerWithDropIn, place, member)
  }
  const teacher = await server.person({ email: 'teacher@example.ee', displayName: 'Tiina', role: 'teacher' })
  return { server, admin, teacher, scheduleId, carmen: member }
}

/** The row of a registered person; all of it except the payment is one button. */
export const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} Kask, `) })

const opened = (page: Page) => expect(page.getByRole('heading', { name: 'Salsa', level: 1 })).toBeVisible()

/** Waits until the door works offline: its page is cached after its files, and the service worker runs. */
export async function ready(page: Page) {
  await opened(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/door'))), 'the page is kept')
    .toBe(true)
}

/** Goes offline and waits until the page knows: a request sent a moment before may still get through. */
export async function goOffline(page: Page) {
  await page.context().setOffline(true)
  const reached = () => fetch('/icon.svg', { cache: 'no-store', method: 'HEAD' }).then(Boolean, () => false)
  await expect.poll(() => page.evaluate(reached), 'the studio is out of reach').toBe(false)
}

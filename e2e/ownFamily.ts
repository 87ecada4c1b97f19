import { families } from '#studio/families/contract.ts'
import { test as base } from './fixtures.ts'
import { StudioServer, type Session } from './server.ts'
import { withFeatures } from './studio.ts'

export const byDropIn = { coverMember: false, paymentMethod: 'cash', discountCode: null } as const

interface Own {
  readonly server: StudioServer
  readonly admin: Session
  readonly parent: Session
}

/** A studio of its own with families and waiting lists, and a parent of two. */
export const test = base.extend<{ own: Own }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    await withFeatures(server, admin, { families: true, waitingLists: true })
    const parent = await server.person({ email: 'parent@example.ee', displayName: 'Pille' })
    for (const [displayName, dob] of [
      ['Karl', '2015-07-09'],
      ['Liis', '2016-03-01'],
    ] as const) {
      await server.must(families.addChild, { displayName, familyName: 'Kask', dob }, parent)
    }
    await use({ server, admin, parent })
    await server.remove()
  },
})

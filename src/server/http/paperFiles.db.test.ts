import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMembership, saveSettings } from '#server/testing/fixtures.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { readPdf } from '#server/testing/pdf.ts'
import { visitor, type Person, WITH_FEATURES } from '#server/testing/studio.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { payments } from '#studio/payments/contract.ts'

let served: HttpStudio
let admin: Person
let member: Person
let receiptId: string
let invoiceId: string

const named = async (displayName: string, familyName: string) => {
  const person = await served.studio.person('user', { displayName })
  await served.studio.database.transaction((tx) =>
    tx.execute(sql`update people set family_name = ${familyName} where id = ${person.userId}`),
  )
  return person
}

beforeAll(async () => {
  served = await HttpStudio.open({ env: WITH_FEATURES })
  const { studio } = served
  studio.now = Date.parse('2026-03-10T10:00:00Z')
  admin = await studio.person('admin')
  await saveSettings(studio, admin, 'payments', {
    holder: 'Tantsustuudio Hoog MTÜ',
    registryCode: '80123455',
    iban: 'EE382200221020145685',
    vatLiable: true,
    vatNumber: 'EE100931558',
  })
  member = await named('Õnneli Мария', 'Щербакова-Žürii')
  const membershipId = await aMembership(studio, admin)
  await studio.must(member, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' })
  const [sale] = await studio.sql<{ id: string }>`select id from payments`
  const paymentId = sale?.id ?? ''
  await studio.must(admin, payments.confirm, { paymentId, actualAmount: 4000 })
  receiptId = (await studio.must(member, papers.receipt, { paymentId })).id
  const buyer = { company: true, name: 'OÜ Tööandja', registryCode: '12345678', address: 'Pärnu mnt 1' }
  invoiceId = (await studio.must(member, papers.invoice, { paymentIds: [paymentId], buyer })).id
}, 60_000)
afterAll(() => served.close())

const get = (path: string, by: Person, language = 'en') =>
  served.fetch(path, { headers: { cookie: `${served.cookieOf(by)['cookie'] ?? 'none='}; language=${language}` } })
const pdfOf = async (path: string, by = member, language = 'en') => {
  const answer = await get(path, by, language)
  expect(answer.status).toBe(200)
  return await readPdf(new Uint8Array(await answer.arrayBuffer()))
}

describe('the file of a paper', () => {
  it('is a tagged PDF with a title, and with Estonian and Cyrillic names', async () => {
    const read = await pdfOf(`/papers/${receiptId}.pdf`)
    expect(read).toMatchObject({ tagged: true, language: 'en', pages: 1 })
    expect(read.title).toBe('Receipt R-2026-0001, Tantsustuudio Hoog MTÜ')
    expect(read.text).toContain('Õnneli Мария Щербакова-Žürii')
    expect(read.text).toContain('40.00 €')
    expect(read.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']))
  }, 60_000)

  it("is in the reader's language", async () => {
    const read = await pdfOf(`/papers/${invoiceId}.pdf`, member, 'et')
    expect(read.language).toBe('et')
    for (const text of ['Arve A-2026-0001', 'OÜ Tööandja', 'Registrikood 12345678', 'KMKR number EE100931558'])
      expect.soft(read.text).toContain(text)
    // 24 % VAT included in 40 €: 7.74 € on 32.26 €
    expect(read.text).toMatch(/Käibemaks 24% .*7,74 €/)
    expect(read.text).toMatch(/Tasuda .*0,00 €/)
  }, 60_000)

  it('for a year lists the payments of that year', async () => {
    const read = await pdfOf('/papers/statement/2026.pdf')
    expect(read.text).toContain('Statement for 2026')
    expect(read.text).toContain('10 Mar 2026')
    const byStaff = await pdfOf(`/papers/statement/2026.pdf?user=${member.userId}`, admin)
    expect(byStaff.text).toContain('Щербакова')
  }, 60_000)

  it('is downloaded under its number, and not cached', async () => {
    const answer = await get(`/papers/${receiptId}.pdf`, admin)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="R-2026-0001.pdf"')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }, 60_000)

  it('is available only to its owner: others are redirected to the start page', async () => {
    const stranger = await served.studio.person()
    const paths = [`/papers/${receiptId}.pdf`, '/papers/none.pdf', `/papers/statement/2026.pdf?user=${member.userId}`]
    for (const path of paths) {
      for (const by of [stranger, visitor]) {
        const answer = await get(path, by)
        expect.soft([answer.status, answer.headers.get('location')], path).toEqual([303, '/'])
      }
    }
    expect((await get('/papers/statement/1.pdf', member)).status).toBe(303)
  })

  it('is not available while the feature is off', async () => {
    const { services } = served
    const { features } = services.settings.sections
    Object.assign(services.settings.sections, { features: { ...features, papers: false } })
    expect((await get(`/papers/${receiptId}.pdf`, member)).status).toBe(303)
    Object.assign(services.settings.sections, { features })
  })
})

// rendering is the same on both databases, and many take a while
it.skipIf(process.env['TEST_ENGINE'] === 'postgres')(
  'renders 60 papers at once while other calls are served',
  async ({ annotate }) => {
    const waits: number[] = []
    const started = performance.now()
    const all = Promise.all(Array.from({ length: 60 }, () => get(`/papers/${invoiceId}.pdf`, member)))
    const others = async (): Promise<void> => {
      const begun = performance.now()
      await served.studio.ask(admin, papers.ofUser, { userId: member.userId })
      waits.push(performance.now() - begun)
      if ((await Promise.race([all, Promise.resolve(null)])) === null) await others()
    }
    await others()
    expect((await all).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200))
    const took = Math.round(performance.now() - started)
    const slowest = Math.round(Math.max(...waits))
    await annotate(`60 papers in ${took} ms; ${waits.length} answers to others meanwhile, the slowest ${slowest} ms`)
    // rendered in this process, each paper would hold up everybody
    expect(waits.length).toBeGreaterThan(60)
  },
  300_000,
)

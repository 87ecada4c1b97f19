import { expect, type Page } from '@playwright/test'
import { camt, estonianIban, movement, statementOf } from '#server/testing/statements.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { bank } from '#studio/bank/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { devices } from './devices.ts'
import { enter, expectAccessible, standsStill, test as base } from './fixtures.ts'
import { holdLive, pressed } from './held.ts'
import { StudioServer, type Session } from './server.ts'
import { entryOf, membershipForSale, scheduledClass, withFeatures } from './studio.ts'

/** A studio of its own that imports bank statements. */
const test = base.extend<{ own: { server: StudioServer; admin: Session } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  own: async ({}, use) => {
    const server = await StudioServer.start()
    const admin = await server.person({ email: 'asta@example.ee', displayName: 'Asta', role: 'admin' })
    await withFeatures(server, admin, { statements: true })
    await use({ server, admin })
    await server.remove()
  },
})

/** A statement with a line that pays Mari's pass, and one with a reference that belongs to nobody. */
async function statement(server: StudioServer, admin: Session): Promise<string> {
  const member = await server.person({ email: 'mari@example.ee', displayName: 'Mari' })
  const membershipId = await membershipForSale(server, admin, 'Pass')
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' }, member)
  const { reference } = await server.ask(payments.myReference, {}, member)
  const line = (some: object, place: number) =>
    movement({ archive: `RO26050400${place}`, order: `RO26050400${place}`, text: '', ...some })
  const movements = [
    { cents: 4000, reference: reference ?? '' },
    { cents: 700, name: 'Keegi Kuskilt' },
  ].map(line)
  return camt(statementOf(movements, { account: 'EE471000001020145685' }))
}

const chooseFile = (page: Page, file: string) =>
  page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(file) })

for (const [device, use] of devices) {
  test.describe(`on a ${device}`, () => {
    test.use(use)
    test('a bank statement is read and settled by one press; other lines are assigned by hand, and all can be undone', async ({
      page,
      own: { server, admin },
    }) => {
      const file = await statement(server, admin)
      await enter(page.context(), admin)
      await page.goto(`${server.url}/admin/bank`)
      const choose = () => chooseFile(page, file)
      // no export button for an empty list
      await expect(page.getByText('Nothing', { exact: false }).first()).toBeVisible()
      const asFile = page.getByRole('button', { name: /CSV/ })
      await expect(asFile).toHaveCount(0)
      await choose()
      await expect(page.getByText('2 lines')).toBeVisible()
      await expect(asFile).toBeVisible()
      await expect(page.getByText('1 settles · 1 needs a look')).toBeVisible()
      await expect(page.getByText('By reference: exactly this amount')).toBeVisible()
      await expectAccessible(page, 'a statement that was read')

      await page.getByRole('button', { name: 'Settle 1 line, 40€' }).click()
      await expect(page.getByText('1 line settled.')).toBeVisible()
      // the summary of the file is outdated and disappears
      await expect(page.getByText('1 settles · 1 needs a look')).toBeHidden()
      const again = page.getByRole('status').filter({ hasText: '1 line settled.' })
      await expect(again).toContainText('Mari Kask.')
      await again.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('1 line waits again.')).toBeVisible()
      await page.getByRole('button', { name: 'Settle 1 line, 40€' }).click()
      await expect(page.getByText('1 line settled.')).toBeVisible()

      const lists = page.getByRole('radiogroup', { name: 'Lines' })
      await lists.getByText(/^Need a look/).click()
      await page.getByRole('button', { name: 'Assign' }).click()
      const dialog = page.getByRole('dialog', { name: 'Whose is this?' })
      await expect(dialog.getByText('Nobody found')).toBeVisible()
      // no "Nobody found" without a search
      await dialog.getByLabel('Search by name or e-mail').fill('')
      await expect(dialog.getByText('Nobody found')).toHaveCount(0)
      await dialog.getByLabel('Search by name or e-mail').fill('Mari')
      // a person who owes nothing is not preselected: the button says what is missing
      await expect(dialog.getByText('Left: 7€')).toBeVisible()
      const assign = dialog.getByRole('button', { name: 'Assign 7€' })
      await expect(assign).toBeDisabled()
      await expect(assign).toHaveAccessibleDescription('Choose first what it pays.')
      // by keyboard: the sheet grows with the results, so a tap would miss
      await dialog.getByLabel('The rest as credit of Mari Kask').press('Space')
      await expectAccessible(page, 'a line that is assigned', '[role=dialog]')
      await dialog.getByRole('button', { name: 'Assign 7€' }).click()
      await expect(page.getByText('Nothing needs a look')).toBeVisible()
      // undo right away, as if it was the wrong person
      await page
        .getByRole('alertdialog', { name: 'Assigned to Mari Kask: 7€.' })
        .getByRole('button', { name: 'Undo' })
        .click()
      await expect(page.getByText('The line waits again.')).toBeVisible()
      await page.getByRole('button', { name: 'Assign' }).click()
      await dialog.getByLabel('Search by name or e-mail').fill('Mari')
      await dialog.getByLabel('The rest as credit of Mari Kask').press('Space')
      await dialog.getByRole('button', { name: 'Assign 7€' }).click()
      await expect(page.getByText('Nothing needs a look')).toBeVisible()

      await lists.getByText('Done', { exact: true }).click()
      const done = page.getByRole('listitem', { name: 'Keegi Kuskilt, 7€' })
      await expect(
        done.getByText(/^Assigned by hand on .*: 7€ was kept as Credit\. Confirmed by Asta[^.]*\.$/),
      ).toBeVisible()
      await expect(done.getByRole('link', { name: 'Mari Kask' })).toBeVisible()
      await done.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('The line waits again.')).toBeVisible()

      await choose()
      await expect(page.getByText('2 are known already')).toBeVisible()

      await test.step('the dashboard says that a line waits', async () => {
        await page.goto(`${server.url}/dashboard`)
        await page.getByRole('link', { name: '1 bank line waits' }).click()
        await expect(page.getByRole('heading', { name: 'Bank statements', level: 1 })).toBeVisible()
      })
    })
  })
}

test('the toast about a settled line does not cover the button that settles the others', async ({
  page,
  own: { server, admin },
}) => {
  const file = await statement(server, admin)
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/bank`)
  await chooseFile(page, file)
  const lists = page.getByRole('radiogroup', { name: 'Lines' })
  await lists.getByText(/^Need a look/).click()
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Whose is this?' })
  await expect(dialog.getByText('Nobody found')).toBeVisible()
  await dialog.getByLabel('Search by name or e-mail').fill('Mari')
  await expect(dialog.getByLabel('Pass, Mari Kask: 40€')).toBeChecked()
  // Esc closes the dialog without unticking anything
  await dialog.getByLabel('Search by name or e-mail').press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Assign' }).click()
  await dialog.getByLabel('Search by name or e-mail').fill('Mari')
  await dialog.getByLabel('Pass, Mari Kask: 40€').press('Space')
  await dialog.getByLabel('The rest as credit of Mari Kask').press('Space')
  await dialog.getByRole('button', { name: 'Assign 7€' }).click()
  const said = page.getByRole('alertdialog', { name: 'Assigned to Mari Kask: 7€.' })
  await expect(said).toBeVisible()
  await lists.getByText(/^Ready/).click()
  const settle = page.getByRole('button', { name: 'Settle 1 line, 40€' })
  await expect(settle).toBeVisible()
  await expect(said).toBeVisible()
  await standsStill(page)
  const [toast, button] = [await said.boundingBox(), await settle.boundingBox()]
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(button?.y ?? 0)
})

test('lines that were just settled are not offered again, unless they are undone', async ({
  page,
  own: { server, admin },
}) => {
  const file = await statement(server, admin)
  const live = await holdLive(page)
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/bank`)
  await chooseFile(page, file)
  const settle = page.getByRole('button', { name: 'Settle 1 line, 40€' })
  await expect(settle).toBeVisible()
  live.hold()
  await pressed(page, settle, 'bank.settle')
  await expect(settle).toHaveCount(0)
  live.release()
  const settled = page.getByRole('status').filter({ hasText: '1 line settled.' })
  await settled.getByRole('button', { name: 'Undo' }).click()
  await expect(settle).toBeVisible()
})

test('the list that needs work is shown first, and stays selected while somebody works in it', async ({
  page,
  own: { server, admin },
}) => {
  const file = await statement(server, admin)
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/bank`)
  const listed = (name: string) => page.getByRole('radiogroup', { name: 'Lines' }).getByRole('radio', { name })
  await chooseFile(page, file)
  const settle = page.getByRole('button', { name: 'Settle 1 line, 40€' })
  await expect(settle).toBeVisible()
  await page.getByRole('searchbox').fill('Nobody')
  await expect(page.getByText('Nothing waits to be settled')).toBeVisible()
  await expect(settle).toHaveCount(0)
  await page.getByRole('searchbox').fill('')
  await settle.click()
  await expect(listed('Need a look (1)')).not.toBeChecked()
  await expect(listed('Ready (0)')).toBeChecked()

  await page.reload()
  await expect(listed('Need a look (1)')).toBeChecked()
  await page.getByRole('button', { name: 'Ignore' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ignore this line' })
  await dialog.getByLabel('Reason').fill('A grant')
  await dialog.getByRole('button', { name: 'Ignore' }).click()
  await expect(listed('Need a look (0)')).toBeChecked()
  await expect(page.getByText('Nothing needs a look')).toBeVisible()
})

test('lines settled by one press can be undone for two minutes: after other work, after a reload, and after a failed undo', async ({
  page,
  own: { server, admin },
}) => {
  const file = await statement(server, admin)
  await enter(page.context(), admin)
  await page.clock.install()
  await page.goto(`${server.url}/admin/bank`)
  await chooseFile(page, file)
  const settle = page.getByRole('button', { name: 'Settle 1 line, 40€' })
  const settled = page.getByRole('status').filter({ hasText: '1 line settled.' })
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await settle.click()
  await expect(settled).toBeVisible()
  await page.reload()
  await expect(settled).toBeVisible()
  const busy = JSON.stringify({ ok: false, code: 'busy' })
  await page.route('**/rpc/bank.undoMany', (route) => route.fulfill({ contentType: 'application/json', body: busy }))
  await settled.getByRole('button', { name: 'Undo' }).click()
  await expect(toasts.getByText(/try again/)).toBeVisible()
  await page.unroute('**/rpc/bank.undoMany')
  await settled.getByRole('button', { name: 'Undo' }).click()
  await expect(toasts.getByText('1 line waits again.')).toBeVisible()

  // after the reload the lines that need a look were shown, as no others were left
  const lists = page.getByRole('radiogroup', { name: 'Lines' })
  await lists.getByText(/^Ready/).click()
  await settle.click()
  await lists.getByText('Done', { exact: true }).click()
  await page.getByRole('list', { name: 'Done' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(toasts.getByText('The line waits again.')).toBeVisible()
  // nothing of that press is left to undo
  await expect(settled).toHaveCount(0)

  await lists.getByText(/^Ready/).click()
  await settle.click()
  await expect(settled).toBeVisible()
  await page.clock.fastForward('01:30')
  await page.getByRole('searchbox').fill('Keegi')
  await expect(settled).toBeVisible()
  await page.clock.fastForward('00:31')
  await expect(settled).toHaveCount(0)
})

test('lines with similar suggestions are checked together and assigned by keyboard alone, and the focus moves on', async ({
  page,
  own: { server, admin },
}) => {
  const membershipId = await membershipForSale(server, admin, 'Pass')
  for (const name of ['Anu', 'Epp']) {
    const member = await server.person({ email: `${name.toLowerCase()}.together@example.ee`, displayName: name })
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' }, member)
  }
  const mai = await server.person({ email: 'mai.together@example.ee', displayName: 'Mai' })
  await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' }, mai)
  const { reference } = await server.ask(payments.myReference, {}, mai)
  const liina = await server.person({ email: 'liina.together@example.ee', displayName: 'Liina' })
  for (const membershipId of [
    await membershipForSale(server, admin, 'First'),
    await membershipForSale(server, admin, 'Second'),
  ])
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' }, liina)
  const names = ['KASK ANU', 'KASK EPP', 'Linn', 'Vanaema', 'Linn', 'KASK MAI']
  const movements = names.map((name, place) =>
    movement({
      archive: `RO26050500${place}`,
      order: `RO26050500${place}`,
      text: '',
      reference: name === 'KASK MAI' ? (reference ?? '') : '',
      name,
      cents: name.startsWith('KASK') ? 4000 : 700 + place,
      iban: estonianIban(name === 'Linn' ? 5 : 10 + place),
    }),
  )
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/bank`)
  await chooseFile(page, camt(statementOf(movements, { account: 'EE471000001020145685' })))
  // a payer with the person's own name is named only once
  const hers = page.getByRole('listitem', { name: 'Mai Kask, 40€' })
  await expect(hers.getByText('Mai Kask')).toHaveCount(1)
  await expect(hers.getByText('KASK MAI')).toHaveCount(0)
  await page.getByRole('button', { name: 'Settle 1 line, 40€' }).press('Enter')
  const settled = page.getByRole('status').filter({ hasText: 'settled.' })
  await expect(settled).toHaveText([/^1 line settled/])
  await page
    .getByRole('radiogroup', { name: 'Lines' })
    .getByText(/^Need a look/)
    .click()
  // the usual reason is shown in place of the number
  await expect(page.getByRole('listitem').getByText('no reference number')).toHaveCount(5)
  await page.getByRole('button', { name: 'Look at 2 lines together' }).press('Enter')
  const together = page.getByRole('dialog', { name: 'Same amount, similar name' })
  await expect(together.getByText('Anu Kask · Pass', { exact: true })).toBeVisible()
  await expectAccessible(page, 'lines that are looked at together')
  await together.getByRole('button', { name: 'Assign 2 lines, 80€' }).press('Enter')
  // the former press can still be undone, too
  await expect(settled).toHaveText([/^1 line settled/, /^2 lines settled/])

  const row = (name: string) => page.getByRole('listitem', { name: new RegExp(`^${name}, 7`) }).first()
  await row('Linn').getByRole('button', { name: 'Ignore' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Reason').fill('A grant')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row('Vanaema').getByRole('button', { name: 'Assign' })).toBeFocused()
  await page.keyboard.press('Enter')
  const whose = page.getByRole('dialog', { name: 'Whose is this?' })
  await expect(whose.getByLabel('Search by name or e-mail')).toBeFocused()
  await page.keyboard.type('Liina')
  const [first, second] = ['First, Liina Kask: 40€', 'Second, Liina Kask: 40€'].map((name) => whose.getByLabel(name))
  await first!.check({ force: true })
  await second!.check({ force: true })
  await expect(first!).toHaveAccessibleDescription('Gets 7.03€ of it')
  await expect(second!).toHaveAccessibleDescription('Nothing is left for it')
  for (const payment of [first!, second!]) await payment.uncheck({ force: true })
  await whose.getByLabel('Search by name or e-mail').focus()
  // typing replaces the former name
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Epp')
  await expect(whose.getByLabel('Search by name or e-mail')).toHaveValue('Epp')
  // nothing is open, so Enter moves on to the results
  await page.keyboard.press('Enter')
  await expect(whose.getByLabel('The rest as credit of Epp Kask')).toBeFocused()
  await page.keyboard.press('Space')
  await whose.getByRole('button', { name: 'Assign 7.03€' }).press('Enter')
  await expect(row('Linn').getByRole('button', { name: 'Assign' })).toBeFocused()
  await row('Linn').getByRole('button', { name: 'Ignore as before: A grant' }).press('Enter')
  await expect(page.getByText('Nothing needs a look')).toBeVisible()
})

test('a partial payment is announced before settling, and the payments that a found person would pay are preselected', async ({
  page,
  own: { server, admin },
}) => {
  const sell = async (session: Session, name: string) => {
    const membershipId = await membershipForSale(server, admin, name)
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' }, session)
  }
  const mari = await server.person({ email: 'mari.part@example.ee', displayName: 'Mari' })
  await sell(mari, 'Pass')
  const { reference } = await server.ask(payments.myReference, {}, mari)
  const liina = await server.person({ email: 'liina.part@example.ee', displayName: 'Liina' })
  for (const name of ['First', 'Second']) await sell(liina, name)
  const lines = [
    { cents: 1500, reference: reference ?? '', name: 'KASK MARI' },
    { cents: 5000, reference: '', name: 'KASK LIINA' },
  ]
  const movements = lines.map((line, place) =>
    movement({ archive: `RO26050600${place}`, order: `RO26050600${place}`, text: '', ...line }),
  )
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/bank`)
  await chooseFile(page, camt(statementOf(movements, { account: 'EE471000001020145685' })))
  const hers = page.getByRole('listitem', { name: 'Mari Kask, 15€' })
  await expect(hers.getByText('Pass: 15€ of 40€')).toBeVisible()
  await expect(hers.getByText('By reference: a part')).toBeVisible()

  await page
    .getByRole('radiogroup', { name: 'Lines' })
    .getByText(/^Need a look/)
    .click()
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Whose is this?' })
  const [first, second] = ['First, Liina Kask: 40€', 'Second, Liina Kask: 40€'].map((name) => dialog.getByLabel(name))
  await expect(first!).toBeChecked()
  await expect(second!).toHaveAccessibleDescription('Gets 10€ of it')
  await second!.uncheck({ force: true })
  await expect(dialog.getByText('Left: 10€')).toBeVisible()
  await first!.uncheck({ force: true })
  await expect(dialog.getByText('Left: 50€')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Assign 50€' })).toBeDisabled()
  await second!.check({ force: true })
  // ticked payments stay in sight during another search
  await dialog.getByRole('searchbox').fill('Mari')
  await expect(dialog.getByLabel(/, Mari Kask: /)).toBeVisible()
  await expect(second!).toBeChecked()
  // the rest follows the ticked payment, so there is nothing to untick
  await expect(dialog.getByText('The rest becomes credit of this payer')).toBeVisible()
  await expect(dialog.getByLabel('The rest as credit of Liina Kask')).toHaveCount(0)
  await expect(first!).toBeHidden()
  await dialog.getByRole('button', { name: 'Assign 50€' }).click()
  await expect(page.getByText('Nothing needs a look')).toBeVisible()
})

test('a transfer for two payers is split by two searches, and what the first search ticked stays ticked', async ({
  page,
  own: { server, admin },
}) => {
  await withFeatures(server, admin, { statements: true, families: true })
  const membershipId = await membershipForSale(server, admin, 'Pass')
  const owing = { membershipId, coverMember: false, paymentMethod: 'bankTransfer' as const }
  for (const [displayName, familyName] of [
    ['Rebeka', 'Tamm'],
    ['Liis', 'Rebane'],
  ] as const) {
    const { userId } = await server.must(accounts.addPerson, { displayName, familyName }, admin)
    await server.must(memberships.sellTo, { userId, ...owing }, admin)
  }
  const came = movement({ archive: 'RO260507001', order: 'RO260507001', text: '', name: 'Vanaema', cents: 10_000 })
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/bank`)
  await chooseFile(page, camt(statementOf([came], { account: 'EE471000001020145685' })))
  await page
    .getByRole('radiogroup', { name: 'Lines' })
    .getByText(/^Need a look/)
    .click()
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Whose is this?' })
  const search = dialog.getByLabel('Search by name or e-mail')
  const [rebekas, liises] = ['Pass, Rebeka Tamm: 40€', 'Pass, Liis Rebane: 40€'].map((name) => dialog.getByLabel(name))
  await expect(search).toBeFocused()
  await page.keyboard.type('liis r')
  await expect(liises!).toBeChecked()
  await search.press('Backspace')
  for (const letter of 'liis ') {
    await expect(liises!, `before "${letter}" is deleted`).toBeChecked()
    await search.press('Backspace')
  }
  // an emptied field starts the next search, and Liis stays
  await expect(search).toHaveValue('')
  await expect(liises!).toBeChecked()
  await liises!.uncheck({ force: true })
  await search.focus()
  await page.keyboard.type('rebeka')
  await expect(rebekas!).toBeChecked()
  await expect(dialog.getByText('Left: 60€')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('liis reb')
  await expect(liises!).toBeVisible()
  await expect(rebekas!).toBeChecked()
  await expect(liises!).not.toBeChecked()
  await expect(dialog.getByRole('listitem')).toHaveText([/^Rebeka Tamm/, /^Liis Rebane/])
  await page.keyboard.press('Enter')
  await expect(liises!).toBeChecked()
  await expect(rebekas!).toBeChecked()
  await expect(dialog.getByText('Left: 20€')).toBeVisible()
  // a tick can be taken away, and set again
  await rebekas!.uncheck({ force: true })
  await expect(dialog.getByText('Left: 60€')).toBeVisible()
  await expect(liises!).toBeChecked()
  await rebekas!.check({ force: true })
  await dialog.getByRole('button', { name: 'Assign 100€' }).click()
  await expect(page.getByRole('alertdialog', { name: /^Assigned to .*: 100€\.$/ })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Lines' }).getByText(/^Done/).click()
  const done = page.getByRole('listitem', { name: 'Vanaema, 100€' })
  for (const name of ['Liis Rebane', 'Rebeka Tamm']) await expect(done.getByRole('link', { name })).toBeVisible()
})

test('credit pays for a new purchase, and a refund is announced as becoming credit again', async ({
  page,
  own: { server, admin },
}) => {
  const mari = await server.person({ email: 'mari.credit@example.ee', displayName: 'Mari' })
  await scheduledClass(server, admin, 'Jazz')
  await membershipForSale(server, admin, 'Pass of four')
  const scheduleId = await entryOf(server, admin, 'Jazz')
  const choice = { coverMember: false, paymentMethod: 'bankTransfer', discountCode: null } as const
  await server.must(registrations.registerWithDropIn, { scheduleId, ...choice }, mari)
  const { reference } = await server.ask(payments.myReference, {}, mari)
  const file = camt(
    statementOf([movement({ cents: 4200, reference: reference ?? '', text: '' })], { account: 'EE471000001020145685' }),
  )
  await server.must(bank.read, { file: Buffer.from(file).toString('base64') }, admin)
  const lines = (await server.ask(bank.ready, {}, admin)).map(({ lineId, seen }) => ({ lineId, seen }))
  await server.must(bank.settle, { lines }, admin)

  await enter(page.context(), mari)
  await page.goto(`${server.url}/memberships`)
  await page.getByRole('button', { name: 'Buy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Bank Transfer' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText("It's yours. Please transfer 40€ by")).toBeVisible()
  await dialog.getByRole('button', { name: 'Pay with your credit (27€)' }).click()
  await expect(dialog.getByText('27€ paid with credit. 13€ is left to pay.')).toBeVisible()
  await expect(dialog.getByText('13€', { exact: true })).toBeVisible()
  await expectAccessible(page, 'paid with credit in part')

  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Cancel Registration' }).click()
  await expect(dialog.getByText('15€ becomes your credit.')).toBeVisible()
  await expect(dialog.getByText('ask the studio about getting the money back')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel Registration' }).click()
  await expect(page.getByText('Registration cancelled successfully! 15€ becomes your credit.')).toBeVisible()
})

test('credit that pays several payments is asked about first, with what is paid of each', async ({
  page,
  own: { server, admin },
}) => {
  const mari = await server.person({ email: 'mari.several@example.ee', displayName: 'Mari' })
  const sell = async (name: string) => {
    const membershipId = await membershipForSale(server, admin, name)
    await server.must(memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' }, mari)
  }
  await sell('Pass')
  const { reference } = await server.ask(payments.myReference, {}, mari)
  const came = movement({ cents: 10_000, reference: reference ?? '', text: '' })
  const file = camt(statementOf([came], { account: 'EE471000001020145685' }))
  await server.must(bank.read, { file: Buffer.from(file).toString('base64') }, admin)
  const lines = (await server.ask(bank.ready, {}, admin)).map(({ lineId, seen }) => ({ lineId, seen }))
  await server.must(bank.settle, { lines }, admin)
  for (const name of ['First', 'Second']) await sell(name)

  const dialog = page.getByRole('dialog', { name: 'Pay with credit' })
  const shares = dialog.getByRole('list').getByRole('listitem')
  await enter(page.context(), mari)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Pay with credit' }).click()
  await expect(shares).toHaveText(['First40€', 'Second20€ of 40€'])
  await expectAccessible(page, 'what credit pays', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)

  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/users/${await server.idOf('mari.several@example.ee', admin)}`)
  await page.getByRole('button', { name: 'Pay 60€ with credit' }).click()
  await expect(shares).toHaveText(['First, Mari40€', 'Second, Mari20€ of 40€'])
  await dialog.getByRole('button', { name: 'Pay 60€ with credit' }).click()
  await expect(page.getByText('60€ paid with credit.')).toBeVisible()
})

test('chosen columns stay when the table is refused, and the reason is shown', async ({
  page,
  own: { server, admin },
}) => {
  await enter(page.context(), admin)
  await page.goto(`${server.url}/admin/bank`)
  await chooseFile(page, 'Millal;Kust;Palju;Millest\n2026-05-04;EE382200221020145685;40,00;Mai\n')
  const dialog = page.getByRole('dialog', { name: 'Which column is which?' })
  await dialog.getByLabel('Date').selectOption('Millal: 2026-05-04')
  await dialog.getByLabel('Amount', { exact: true }).selectOption('Palju: 40,00')
  await dialog.getByLabel('Own account').selectOption('Kust: EE382200221020145685')
  await dialog.getByRole('button', { name: 'Read the statement' }).click()
  await expect(dialog.getByText(/This statement is of another account/)).toBeVisible()
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('2')
})

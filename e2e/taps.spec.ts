import { expect, type Page } from '@playwright/test'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { texts as placeTexts } from '#studio/registrations/messages.ts'
import { phone } from './devices.ts'
import { enter, test } from './fixtures.ts'
import { entryOf, membershipForSale, scheduledClass } from './studio.ts'
import { Thumb } from './thumb.ts'

test.use(phone)

const confirms = { en: 'Confirm', et: 'Kinnita' }

for (const language of ['en', 'et'] as const) {
  test(`common actions of a member take few taps (${language})`, { tag: '@taps' }, async ({ page, house }) => {
    const { server, admin } = house
    const [place, pay, word] = [placeTexts[language], paymentTexts[language], confirms[language]]
    const [withPass, dropIn] = [`Taps pass ${language}`, `Taps fee ${language}`]
    for (const name of [withPass, dropIn]) await scheduledClass(server, admin, name)
    const membershipId = await membershipForSale(server, admin, `Taps ${language}`)
    const member = await server.person({ email: `taps.${language}@example.ee`, displayName: 'Taps' })
    const paying = { coverMember: false, paymentMethod: 'bankTransfer' as const }
    await server.must(memberships.buy, { membershipId, ...paying }, member)
    await enter(page.context(), member)
    await page.context().addCookies([{ name: 'language', value: language, domain: 'localhost', path: '/' }])
    const thumb = new Thumb()
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
    const confirm = (on: Page) => on.getByRole('dialog').getByRole('button', { name: word, exact: true })

    await page.goto('/classes')
    await thumb.tap(row(withPass).getByRole('button', { name: place.register }))
    await thumb.tap(confirm(page))
    await expect(row(withPass).getByRole('button', { name: place.cancelRegistration })).toBeVisible()
    thumb.report(language, 'book with a pass', 2)

    await thumb.tap(row(withPass).getByRole('button', { name: place.cancelRegistration }))
    await thumb.tap(page.getByRole('dialog').getByRole('button', { name: place.cancelRegistration }))
    await expect(row(withPass).getByRole('button', { name: place.register })).toBeVisible()
    thumb.report(language, 'cancel', 2)

    // a member without a pass
    const other = await server.person({ email: `fee.${language}@example.ee`, displayName: 'Fee' })
    await page.context().clearCookies({ name: 'session' })
    await enter(page.context(), other)
    await page.goto('/classes')
    await thumb.tap(row(dropIn).getByRole('button', { name: place.register }))
    await thumb.tap(page.getByRole('button', { name: pay.methodButtons.cash }))
    await thumb.tap(confirm(page).last())
    await expect(row(dropIn).getByRole('button', { name: place.cancelRegistration })).toBeVisible()
    thumb.report(language, 'book with a drop-in', 3)

    for (const name of [withPass]) {
      const scheduleId = await entryOf(server, admin, name)
      await server.must(registrations.registerWithDropIn, { scheduleId, ...paying, discountCode: null }, other)
    }
    await server.must(memberships.buy, { membershipId, ...paying }, other)
    await server.must(memberships.buy, { membershipId, ...paying }, other)
    await page.goto('/dashboard')
    await thumb.tap(page.getByRole('button', { name: pay.markAsPaid, exact: true }).first())
    await thumb.tap(confirm(page))
    await expect(page.getByRole('button', { name: pay.markAsPaid, exact: true })).toHaveCount(2)
    thumb.report(language, 'mark one as paid', 2)

    await thumb.tap(page.getByRole('button', { name: pay.havePaid }))
    await thumb.tap(confirm(page))
    await expect(page.getByRole('button', { name: pay.markAsPaid, exact: true })).toHaveCount(0)
    thumb.report(language, 'mark all that is left as paid', 3)
  })
}

import type { Page } from '@playwright/test'

/** The narrowest phone that the product supports. */
export const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

/** For tests on both devices; all others run on a laptop, as in playwright.config.ts, unless they say otherwise. */
export const devices = [
  ['phone', phone],
  ['laptop', {}],
] as const

/** From a class to writing to its participants; on a phone the action is in the ⋯ menu. */
export async function writeToClass(page: Page, device: string): Promise<void> {
  const phone = device === 'phone'
  if (phone)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^More: / })
      .click()
  await page.getByRole(phone ? 'button' : 'link', { name: 'Write a message' }).click()
}

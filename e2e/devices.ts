import type { Page } from '@playwright/test'

/** In the hand: the narrowest window that is promised. */
export const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

/** For journeys on both; the others are made on a laptop, as playwright.config.ts has it, where they don't say so. */
export const devices = [
  ['phone', phone],
  ['laptop', {}],
] as const

/** From a class to a message to all who come: on a phone it stands behind ⋯. */
export async function writeToClass(page: Page, device: string): Promise<void> {
  const phone = device === 'phone'
  if (phone)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^More: / })
      .click()
  await page.getByRole(phone ? 'button' : 'link', { name: 'Write a message' }).click()
}

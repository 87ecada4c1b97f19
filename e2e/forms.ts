import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './fixtures.ts'

/** A field that is typed into or chosen from, by its label. */
export const fieldOf = (form: Locator, label: string): Locator => form.getByLabel(label, { exact: true })

/** A field of several controls, such as boxes to tick. */
export const groupOf = (form: Locator, label: string): Locator =>
  form.getByRole('group', { name: label, exact: true }).first()

/** What was typed into a field (nothing for a group), and what must then stand at it. */
export interface Wrong {
  readonly at: Locator
  readonly typed?: string
  readonly text: string
}

/** Types it all, submits, and expects every text at its field, and everything typed still there. */
export async function expectRefused(submit: Locator, wrong: readonly Wrong[]): Promise<void> {
  for (const { at, typed } of wrong) if (typed !== undefined) await at.fill(typed)
  await submit.click()
  for (const { at, typed, text } of wrong) {
    await expect(at).toHaveAccessibleDescription(new RegExp(escaped(text)))
    if (typed !== undefined) {
      await expect(at).toHaveAttribute('aria-invalid', 'true')
      await expect(at).toHaveValue(typed)
    }
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The row of a table that shows this text. */
export const rowOf = (page: Page | Locator, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** Where somebody has no pass to choose from, the fee is what the dialog begins with. */
export async function choosesDropIn(dialog: Locator): Promise<void> {
  const fee = dialog.getByRole('radio', { name: /Drop-in fee/ })
  await expect(fee.or(dialog.getByRole('button', { name: 'Cash' }))).toBeVisible()
  if ((await fee.count()) === 0) return
  await fee.check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

/** Takes the place of a row by drop-in, to be paid in cash. */
export async function takeByDropIn(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Register' }).click()
  const dialog = page.getByRole('dialog')
  await choosesDropIn(dialog)
  await page.getByRole('button', { name: 'Cash' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/** What can be done to a row: by its own button, or behind ⋯, which is opened for it. */
export interface Deed {
  readonly press: () => Promise<void>
  /** Whatever has the focus once its dialog is closed. */
  readonly returns: Locator
}

export function deed(row: Locator, name: string): Deed {
  const button = row.getByRole('button', { name: new RegExp(`^${name}(:|$)`) }).first()
  const more = row.getByRole('button', { name: /^(More|Veel): / }).first()
  const shown = button.or(more)
  const press = async () => {
    await expect(shown.first()).toBeVisible()
    if ((await button.count()) === 0) await more.click()
    await button.click()
  }
  return { press, returns: shown }
}

const asDeed = (opener: Locator | Deed): Deed =>
  'press' in opener && 'returns' in opener ? opener : { press: () => opener.click(), returns: opener }

/** Opens a dialog, expects that it suits everyone and that Esc gives the focus back; then opens it to be used. */
export async function openDialog(page: Page, by: Locator | Deed, title: string | RegExp): Promise<Locator> {
  const opener = asDeed(by)
  const dialog = page.getByRole('dialog', { name: title })
  await opener.press()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, `dialog ${title}`, '[role=dialog], [role=alertdialog]')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator(':focus').and(opener.returns), `focus after ${title}`).toHaveCount(1)
  await opener.press()
  await expect(dialog).toBeVisible()
  // before it has the focus, a key would go elsewhere
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
  return dialog
}

/** Clicks twice at once, and expects that the studio answers once. */
export async function clickTwice(button: Locator, answer: string): Promise<void> {
  const toast = button.page().getByRole('region', { name: 'Notifications' }).getByText(answer, { exact: true })
  await expect(toast).toHaveCount(0)
  await button.dblclick()
  await expect(toast.first()).toBeVisible()
  await expect(toast).toHaveCount(1)
  await dismissToasts(button.page())
}

async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('region', { name: 'Notifications' }).getByRole('button')
  while ((await dismiss.count()) > 0) await dismiss.first().click()
}

/** How many lines of a section of the logs contain each text. */
export async function expectLogged(page: Page, lines: Record<string, number>): Promise<void> {
  await page.goto('/admin/logs')
  await expect(page.getByRole('table').first()).toBeVisible()
  for (const [text, times] of Object.entries(lines)) await expect(rowOf(page, text), text).toHaveCount(times)
}

import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './fixtures.ts'

/** A text field or select, by its label. */
export const fieldOf = (form: Locator, label: string): Locator => form.getByLabel(label, { exact: true })

/** A field of several controls, for example checkboxes. */
export const groupOf = (form: Locator, label: string): Locator =>
  form.getByRole('group', { name: label, exact: true }).first()

/** The text to type into a field (none for a group), and the error that it must show. */
export interface Wrong {
  readonly at: Locator
  readonly typed?: string
  readonly text: string
}

/** Types everything, submits, and expects each error at its field with the typed text kept. */
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

/** Chooses the drop-in fee, in case the dialog offers passes as well; without passes the fee is preselected. */
export async function choosesDropIn(dialog: Locator): Promise<void> {
  const fee = dialog.getByRole('radio', { name: /Drop-in fee/ })
  await expect(fee.or(dialog.getByRole('button', { name: 'Cash' }))).toBeVisible()
  if ((await fee.count()) === 0) return
  await fee.check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

/** Registers in the class of a row by drop-in, paid in cash. */
export async function takeByDropIn(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Register' }).click()
  const dialog = page.getByRole('dialog')
  await choosesDropIn(dialog)
  await page.getByRole('button', { name: 'Cash' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/** An action of a row: its own button, or an item of the ⋯ menu, which `press` opens first. */
export interface Deed {
  readonly press: () => Promise<void>
  /** The element that has the focus after its dialog is closed. */
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

/** Opens a dialog, expects that it is accessible and that Esc restores the focus; then opens it again for use. */
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
  // before the dialog has the focus, a key would go elsewhere
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
  return dialog
}

/** Double-clicks, and expects exactly one response. */
export async function clickTwice(button: Locator, answer: string): Promise<void> {
  const toast = button.page().getByRole('region', { name: 'Notifications' }).getByText(answer, { exact: true })
  await expect(toast).toHaveCount(0)
  await button.dblclick()
  await expect(toast.first()).toBeVisible()
  await expect(toast).toHaveCount(1)
  await dismissToasts(button.page())
}

async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: /^(Dismiss|Sulge teade)$/ })
  while ((await dismiss.count()) > 0) await dismiss.first().click()
}

/** Expects each text in this many lines of the logs. */
export async function expectLogged(page: Page, lines: Record<string, number>): Promise<void> {
  await page.goto('/admin/logs')
  await expect(page.getByRole('table').first()).toBeVisible()
  for (const [text, times] of Object.entries(lines)) await expect(rowOf(page, text), text).toHaveCount(times)
}

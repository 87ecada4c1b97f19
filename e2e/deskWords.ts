import { expect, type Page } from '@playwright/test'

/** SQL that makes the only payment overdue, one log line unattributed and another translated. */
export const overdue = [
  "update payments set deadline = now() - interval '1 minute' where status = 'due'",
  `update "courseRegistrations" set payment_id = 'due1'`,
  "update purchases set payment_id = 'due1'",
  "update logs set user_id = null where message = 'Line 1'",
  "update logs set message_et = 'Rida 1' where channel = 'courses'",
]

/** With one row of everything: column names as specified, overdue marks, and unknown people. */
export async function expectWords(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/courses`)
  await expect(columnsOf(page, 'Active Courses')).toHaveText([
    'Name',
    'ID',
    'Weekday',
    'Time range',
    'Registered count / max',
    'Standard price',
    'Member price',
    'Status',
    'Start date',
    'End date',
    'Reg deadline',
    'Nr of classes',
    'Max participants',
    'Description',
    'Created',
    'Updated',
    'Actions',
  ])
  await page.goto(`${url}/admin/course-registrants`)
  await expect(columnsOf(page, 'Course Registrants')).toHaveText([
    'Course name',
    'Registrant name',
    'E-mail',
    'Payment status',
    'Registration date',
    'Actions',
  ])
  await expect(page.getByRole('row', { name: /Person1 .*Due.*Overdue/ })).toBeVisible()
  await page.goto(`${url}/admin/memberships`)
  await expect(page.getByRole('row', { name: /Person1 .*Due.*Overdue/ })).toBeVisible()
  await page.goto(`${url}/admin/users/u1`)
  // a membership, a class, a course, and the payment itself
  await expect(page.getByRole('row', { name: /Due.*Overdue/ })).toHaveCount(4)
  await page.goto(`${url}/admin/logs`)
  await expect(page.getByRole('row', { name: /Line 1 .*Unknown/ })).toHaveCount(5)
}

const columnsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('columnheader')

import { expect, type Page } from '@playwright/test'
import { runChild } from '#server/testing/child.ts'
import { enter, test } from './fixtures.ts'
import { StudioServer } from './server.ts'

test('the tables of the desk name their columns as specified, what is overdue, and who is unknown', async ({
  page,
}, info) => {
  test.skip(info.project.name === 'phone', 'A phone shows the same as cards.')
  test.slow()
  const server = await StudioServer.start()
  try {
    const admin = await server.person({ email: 'admin@example.ee', displayName: 'Asta', role: 'admin' })
    await addOverdue(server)
    await enter(page.context(), admin)

    await page.goto(`${server.url}/admin/courses`)
    await expect(columnsOf(page, 'Active Courses')).toHaveText([
      'ID',
      'Name',
      'Actions',
      'Description',
      'Max participants',
      'Standard price',
      'Member price',
      'Nr of classes',
      'Weekday',
      'Time range',
      'Start date',
      'End date',
      'Reg deadline',
      'Registered count / max',
      'Status',
      'Created',
      'Updated',
    ])
    await page.goto(`${server.url}/admin/course-registrants`)
    await expect(columnsOf(page, 'Course Registrants')).toHaveText([
      'Course name',
      'Registrant name',
      'E-mail',
      'Payment status',
      'Registration date',
      'Actions',
    ])
    await expect(page.getByRole('row', { name: /Person1 .*Due.*Overdue/ })).toBeVisible()
    await page.goto(`${server.url}/admin/memberships`)
    await expect(page.getByRole('row', { name: /Person1 .*Due.*Overdue/ })).toBeVisible()
    await page.goto(`${server.url}/admin/users/u1`)
    // a membership, a class, a course, and the payment itself
    await expect(page.getByRole('row', { name: /Due.*Overdue/ })).toHaveCount(4)
    await page.goto(`${server.url}/admin/logs`)
    await expect(page.getByRole('row', { name: /Line 1 .*Unknown/ })).toHaveCount(5)
  } finally {
    await server.remove()
  }
})

const columnsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('columnheader')

const overdue = [
  "update payments set deadline = now() - interval '1 minute' where status = 'due'",
  `update "courseRegistrations" set payment_id = 'due1'`,
  "update purchases set payment_id = 'due1'",
  "update logs set user_id = null where message = 'Line 1'",
]

/** One row of everything, its payment past its deadline and its log lines nobody's, while the server rests. */
async function addOverdue(server: StudioServer): Promise<void> {
  await server.stop()
  const child = runChild(
    `import { openDatabase } from '#server/db/database.ts'
     import { addDeskRows } from '#server/testing/deskRows.ts'
     const dataDir = ${JSON.stringify(server.dataDir)}
     await addDeskRows(dataDir, 1, 1)
     const database = await openDatabase({ dataDir })
     for (const statement of ${JSON.stringify(overdue)}) await database.transaction((tx) => tx.execute(statement))
     await database.close()
     console.log('added')`,
  )
  expect(await child.line()).toBe('added')
  await child.kill()
  await server.run()
}

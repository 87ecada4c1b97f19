import { readFile } from 'node:fs/promises'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { sheetsOf } from './sheets.ts'

/** The same workbook in each format, saved by LibreOffice. */
const workbook = async (ending: string) =>
  new File(
    [await readFile(new URL(`../../../server/testing/spreadsheets/people.${ending}`, import.meta.url))],
    'people',
  )

test.for(['xlsx', 'xls', 'ods'])('the sheets of a workbook saved as .%s are read like CSV', async (ending) => {
  const sheets = await sheetsOf(await workbook(ending))
  if (!sheets.ok) throw new Error(sheets.code)
  const [first, second, ...others] = sheets.value
  expect([first.name, second?.name]).toEqual(['Juhend', 'Rühm A'])
  // whether a sheet is hidden is only known in .xlsx
  expect(others.map(({ name }) => name)).toEqual(ending === 'xlsx' ? [] : ['Peidetud'])
  const text = (await second?.csv.text()) ?? ''
  expect(text.replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    'Nimi,E-post,Telefon,Sünniaeg,Võlg,Kordi,Kehtib kuni,Pääse',
    // an apostrophe keeps the plus from being a formula, and the import removes it
    "Šarlotta Õunapuu,sarlotta@example.ee,'+372 5123 4567,1990-05-17,12.5,4,2099-12-31,Ten classes",
    // an empty row counts, so that rows have the numbers that they have in the spreadsheet
    ',,,,,,,',
    // the name and the debt are results of formulas
    'Juku Kask,,51234568,1958-02-28,0.3,,,',
  ])
})

test('a file that is no spreadsheet is passed on as it is', async () => {
  const file = new File(['Nimi;E-post'], 'people.csv')
  expect(await sheetsOf(file)).toEqual({ ok: true, value: [{ name: '', csv: file }] })
})

test('a cell in the last row that Excel has does not stop the reading', async () => {
  const rows = [
    ['Nimi', 'E-post'],
    ['Mari Tamm', 'mari@example.ee'],
    ...Array.from({ length: 1_048_573 }, () => [null]),
    ['x'],
  ]
  const bytes = await writeXlsx({ sheets: [{ name: 'Kõik', rows }] })
  const sheets = await sheetsOf(new File([new Uint8Array(bytes)], 'people.xlsx'))
  expect(sheets).toMatchObject({ ok: true, value: [{ name: 'Kõik' }] })
})

test('a date that is none makes no table', async () => {
  const rows = [
    ['Nimi', 'Sünniaeg'],
    ['Mari Tamm', 12_345_678_901],
  ]
  const cells = new Map([['1,1', { style: { numFmt: 'dd.mm.yyyy' } }]])
  const bytes = await writeXlsx({ sheets: [{ name: 'Kõik', rows, cells }] })
  expect(await sheetsOf(new File([new Uint8Array(bytes)], 'people.xlsx'))).toEqual({ ok: false, code: 'notATable' })
})

test('a damaged spreadsheet is refused', async () => {
  const whole = await workbook('xlsx')
  for (const length of [4, 100, whole.size - 100])
    expect(await sheetsOf(new File([whole.slice(0, length)], 'people.xlsx'))).toEqual({ ok: false, code: 'notATable' })
})

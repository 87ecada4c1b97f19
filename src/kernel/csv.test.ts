import { describe, expect, it } from 'vitest'
import { unbrokenDay, unbrokenTimes } from './clock.ts'
import { csvMoney, csvOf, type CsvValue } from './csv.ts'

const lineOf = (values: CsvValue[], language: 'en' | 'et' = 'en') => csvOf([values], language).slice(1, -2)

describe('a table as CSV', () => {
  it('starts with a byte order mark for Excel, and ends each line with CR LF', () => {
    expect(csvOf([['Nimi'], ['Õie Ülle']], 'et')).toBe('\uFEFFNimi\r\nÕie Ülle\r\n')
  })

  it('separates values by commas in English and by semicolons in Estonian, where the comma is the decimal sign', () => {
    expect(lineOf(['a', 1.5, csvMoney(1250)])).toBe('a,1.5,12.50')
    expect(lineOf(['a', 1.5, csvMoney(1250)], 'et')).toBe('a;1,5;12,50')
  })

  it('has plain spaces and dashes in dates and times that do not break on a screen', () => {
    expect(lineOf([`${unbrokenDay('26. nov 2026')} ${unbrokenTimes('18.00', '19.30')}`])).toBe(
      '26. nov 2026 18.00–19.30',
    )
  })

  it('leaves unknown values empty, and writes zero as 0', () => {
    expect(lineOf([null, csvMoney(null), 0, csvMoney(0), ''])).toBe(',,0,0.00,')
  })

  it.each([
    ['Tamm, Anna', '"Tamm, Anna"'],
    ['a;b', '"a;b"'],
    ['the "best"', '"the ""best"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' space', '" space"'],
  ])('quotes %j', (text, expected) => {
    expect(lineOf([text])).toBe(expected)
  })

  it.each([
    '=1+1',
    '+372 5555',
    '-2',
    '@SUM(A1)',
    '  =1',
    '\t=1',
    '\rx',
    '\nx',
    '＝1',
    '=HYPERLINK("http://evil.example","x")',
  ])('prevents a spreadsheet from running %j as a formula', (text) => {
    for (const language of ['en', 'et'] as const) expect(lineOf([text], language)).toMatch(/^"?'/)
  })

  it('keeps negative numbers as numbers, because only texts are typed by people', () => {
    expect(lineOf([-5, csvMoney(-250)])).toBe('-5,-2.50')
  })

  it('keeps ordinary names, addresses and dates unchanged', () => {
    for (const text of ["Mari-Liis O'Neil", 'anna+studio@example.ee', '2026-11-26 18:00', 'K-POP 16+']) {
      expect(lineOf([text])).toBe(text)
    }
  })
})

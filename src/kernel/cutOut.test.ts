import { describe, expect, it } from 'vitest'
import { cutOut, withTexts } from './cutOut.ts'

describe('a name is cut out', () => {
  const mari = cutOut(['mari@example.ee', 'Mari Tamm'], '…')

  it.each([
    ['Mari Tamm', '…'],
    ['For Mari Tamm, Mari Tamm and "Mari Tamm".', 'For …, … and "…".'],
    ['Mari Tamm’s pass, mari@example.ee.', '…’s pass, ….'],
    ['<mari@example.ee>: Mari Tamm-', '<…>: …-'],
  ])('from %s', (text, left) => expect(mari(text)).toBe(left))

  it.each([
    'Mari Tammsaare',
    'Mari Tammõ',
    'Õmari@example.ee',
    'Anna-Mari Tamm',
    'Mari Tamm-Kask',
    'Mari Tamm2',
    'x.mari@example.ee',
    'mari@example.ee.org',
    'mari@exampleXee',
  ])('but %s is somebody else', (text) => expect(mari(text)).toBe(text))

  it('whatever characters it is made of', () => {
    expect(cutOut(['A.*(b)[c]{1}|/-^\\ $&'], '$&')('is A.*(b)[c]{1}|/-^\\ $& here')).toBe('is $& here')
    expect(cutOut(['Õie "Õ" Ööpik'], '…')('Õie "Õ" Ööpik, Õie "Õ" Ööpikust')).toBe('…, Õie "Õ" Ööpikust')
  })

  it('and nothing is, where there is no name', () => {
    expect(cutOut([], '…')('a text')).toBe('a text')
    expect(cutOut([''], '…')('a text')).toBe('a text')
  })
})

it('texts in JSON are changed wherever they stand, and nothing else is', () => {
  const json = { name: 'name', rows: [{ is: 'x name' }, 1, null, true], deep: { name: ['name'] } }
  expect(withTexts(json, cutOut(['name'], '…'))).toEqual({
    name: '…',
    rows: [{ is: 'x …' }, 1, null, true],
    deep: { name: ['…'] },
  })
})

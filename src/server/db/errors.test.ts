import { expect, it } from 'vitest'
import { DatabaseUnavailable, shortReason } from './errors.ts'

const failedQuery = (cause: Error) =>
  new Error('Failed query: insert into people values ($1)\nparams: Mari Tamm,mari@example.ee', { cause })

it('the reason for a failure is that of the database, without the statement and its values', () => {
  const cause = new Error('character with byte sequence 0xc5 0xa1 has no equivalent in encoding "LATIN1"\nmore')
  expect(shortReason(failedQuery(cause))).toBe(
    'character with byte sequence 0xc5 0xa1 has no equivalent in encoding "LATIN1"',
  )
  expect(shortReason(new Error('Failed query: select 1\nparams: Mari Tamm'))).toBe('Failed query: select 1')
  expect(shortReason('ended')).toBe('ended')
  // as when no address of a host could be reached
  expect(shortReason(failedQuery(new AggregateError([])))).toBe('Failed query: insert into people values ($1)')
})

it('a full disk is named, not taken for a database out of reach', () => {
  const cause = Object.assign(new Error('could not extend file "base/5/1"'), { code: '53100', severity: 'ERROR' })
  const failed = new DatabaseUnavailable('The database cannot be reached', { cause: failedQuery(cause) })
  expect(shortReason(failed)).toBe('The disk of the database is full.')
})

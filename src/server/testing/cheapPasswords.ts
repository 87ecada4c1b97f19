import { vi } from 'vitest'

/** Loaded before every test file: a hash takes a millisecond instead of a fifth of a second. */
vi.mock('#studio/accounts/server/passwordCost.ts', () => ({ PASSWORD_COST: { N: 2 ** 10, r: 8, p: 1 } }))

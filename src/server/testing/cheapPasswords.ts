import { vi } from 'vitest'

/** Loaded before every test file: makes hashing a password fast. */
vi.mock('#studio/accounts/server/passwordCost.ts', () => ({ PASSWORD_COST: { N: 2 ** 10, r: 8, p: 1 } }))

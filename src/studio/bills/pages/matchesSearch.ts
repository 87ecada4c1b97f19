import { fullName } from '#studio/accounts/rules.ts'
import type { BillRow } from '../contract.ts'

export const matchesSearch = (row: BillRow, search: string): boolean =>
  fullName(row).toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())

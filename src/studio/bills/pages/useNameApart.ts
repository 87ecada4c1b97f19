import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useTellsApart } from '#studio/accounts/parts/useTellsApart.ts'
import type { BillRow } from '../contract.ts'

/** A person's name and, where another row has the same name, what tells the two apart. */
export function useNameApart() {
  const nameOf = useNameOf()
  const tellsApart = useTellsApart()
  const factsOf = ({ apart }: BillRow): string[] => (apart === null ? [] : Object.values(tellsApart(apart)))
  return { factsOf, nameApart: (row: BillRow): string => [nameOf(row), ...factsOf(row)].join(', ') }
}

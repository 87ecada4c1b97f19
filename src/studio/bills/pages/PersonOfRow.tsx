import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { TextLink } from '#web/ui/LinkButton.tsx'
import type { BillRow } from '../contract.ts'
import { useNameApart } from './useNameApart.ts'

/** A person's name, which leads to their page, and what tells them apart from another of the same name. */
export function PersonOfRow({ row }: { row: BillRow }) {
  const nameOf = useNameOf()
  const { factsOf } = useNameApart()
  return (
    <>
      <TextLink to="/admin/users/$id" params={{ id: row.personId }}>
        {nameOf(row)}
      </TextLink>
      {factsOf(row).map((fact) => (
        <span key={fact} className="block text-sm font-normal wrap-anywhere text-muted">
          {fact}
        </span>
      ))}
    </>
  )
}

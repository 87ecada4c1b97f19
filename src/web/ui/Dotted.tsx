import { Children, type ReactNode } from 'react'

/**
 * Facts separated by dots. Each dot belongs to the fact after it and is clipped at the start of a line; a fact that is
 * hidden on a phone hides its dot as well.
 */
export function Dotted({ children }: { children: ReactNode }) {
  const facts = Children.toArray(children).filter((fact) => fact !== '')
  if (facts.length === 0) return null
  // clipped with enough distance to leave a link's focus ring visible
  return (
    <span className="-ml-[5px] block overflow-x-clip pl-[5px]">
      <span className="-ml-3.5 flex flex-wrap items-baseline">
        {facts.map((fact, index) => (
          <span key={index} className="relative min-w-0 pl-3.5 only:grow max-sm:has-[>.max-sm\:hidden]:hidden">
            {index > 0 && <span className="absolute left-0 w-3.5 text-center font-normal"> · </span>}
            {fact}
          </span>
        ))}
      </span>
    </span>
  )
}

/** The person that something belongs to, among other facts. */
export const Whose = ({ name }: { name: string }) => (
  <strong className="font-semibold wrap-anywhere text-ink">{name}</strong>
)

import { classes } from './ui/classes.ts'
import { LinkButton } from './ui/LinkButton.tsx'

/** Links to parts of the page, in a row. */
export function LinksTo(props: {
  label: string
  links: readonly { readonly id: string; readonly title: string }[]
  /** Stacked on a desktop. */
  beside?: boolean
}) {
  return (
    <nav
      aria-label={props.label}
      className={classes(
        'flex flex-wrap gap-x-2 *:text-left',
        props.beside && 'max-sm:hidden lg:sticky lg:top-24 lg:-ml-4 lg:flex-col lg:items-start lg:gap-0',
      )}
    >
      {props.links.map(({ id, title }) => (
        <LinkButton key={id} to="." search={(before) => before} hash={id} replace size="small" variant="quiet">
          {title}
        </LinkButton>
      ))}
    </nav>
  )
}

import { isDeep, pagesOf, shownPage } from '#kernel/paging.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { buttonLook } from './buttonLook.ts'
import { LinkButton } from './LinkButton.tsx'

interface PaginationProps {
  page: number
  /** When there are `more` rows than these, their number is unknown. */
  total: number
  more?: boolean
  size?: number
  param?: string
  /** Cursors of the first and the last row, for a list that is paged by cursor. */
  ends?: { first: string; last: string } | undefined
}

/** Links to the previous and the next page of a list, so that a page can be bookmarked. Nothing for a single page. */
export function Pagination(props: PaginationProps) {
  const { total, more = false, size, param = 'page', ends } = props
  const t = useTexts(words)
  const pages = pagesOf(total, size)
  const page = shownPage(props.page, total, size)
  if (pages === 1) return null
  // the first page has no page parameter in its address
  const leadTo = (to: number, beside: { before?: string | undefined; after?: string | undefined }) => ({
    [param]: to === 1 ? undefined : to,
    ...(ends && { before: undefined, after: undefined }),
    ...(ends && isDeep(to, total, size) && beside),
  })
  return (
    <nav aria-label={t.pages} className="flex flex-wrap items-center justify-between gap-3">
      <PageLink search={page > 1 ? leadTo(page - 1, { before: ends?.first }) : null} label={t.previous} />
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        {more ? t.pageOfMore(page, pages) : t.pageOf(page, pages)}
      </p>
      <PageLink search={page < pages ? leadTo(page + 1, { after: ends?.last }) : null} label={t.next} />
    </nav>
  )
}

/** Keeps the other search parameters; `search` is null where there is no such page. */
function PageLink({ search, label }: { search: Readonly<Record<string, unknown>> | null; label: string }) {
  if (!search) {
    return (
      <span aria-disabled="true" className={`${buttonLook({ variant: 'secondary' })} opacity-45`}>
        {label}
      </span>
    )
  }
  return (
    <LinkButton to="." search={(before) => ({ ...before, ...search })} resetScroll={false}>
      {label}
    </LinkButton>
  )
}

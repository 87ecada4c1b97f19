import { pagesOf, shownPage } from '#kernel/paging.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { buttonLook } from './buttonLook.ts'
import { LinkButton } from './LinkButton.tsx'

/**
 * Previous and next page of a list; links, so that a page can be bookmarked. Nothing where one page holds all. Of `more`
 * rows than `total` nobody knows how many there are.
 */
export function Pagination(props: { page: number; total: number; more?: boolean; size?: number; param?: string }) {
  const { total, more = false, size, param = 'page' } = props
  const t = useTexts(words)
  const pages = pagesOf(total, size)
  const page = shownPage(props.page, total, size)
  if (pages === 1) return null
  return (
    <nav aria-label={t.pages} className="flex flex-wrap items-center justify-between gap-3">
      <PageLink page={page - 1} pages={pages} param={param} label={t.previous} />
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        {more ? t.pageOfMore(page, pages) : t.pageOf(page, pages)}
      </p>
      <PageLink page={page + 1} pages={pages} param={param} label={t.next} />
    </nav>
  )
}

/** Keeps whatever else the address says. The first page is the list without a page in its address. */
function PageLink(props: { page: number; pages: number; param: string; label: string }) {
  const { page, pages, param, label } = props
  if (page < 1 || page > pages) {
    return (
      <span aria-disabled="true" className={`${buttonLook({ variant: 'secondary' })} opacity-45`}>
        {label}
      </span>
    )
  }
  return (
    <LinkButton to="." search={(before) => ({ ...before, [param]: page === 1 ? undefined : page })} resetScroll={false}>
      {label}
    </LinkButton>
  )
}

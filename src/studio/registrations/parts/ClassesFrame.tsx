import { useEffect, useRef } from 'react'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { DeskLink } from '#web/DeskLink.tsx'
import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ByWidth, LIST_REM } from '#web/ui/ByWidth.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { texts } from '../messages.ts'
import { FIRST_WEEKS, laterSpan, spanOf } from '../rules.ts'
import type { ClassesView } from './classList.ts'

interface FrameProps {
  readonly view: ClassesView
  readonly onView: (view: ClassesView) => void
}

/** Category filter above the list. */
export function ClassesFilter(props: FrameProps & { categories: readonly string[] }) {
  const { view, onView } = props
  const t = useTexts(texts)
  const categoryName = useCategoryName()
  return (
    <FilterChips
      label={t.category}
      value={view.category ?? ''}
      options={[
        { value: '', label: t.allCategories },
        ...props.categories.map((value) => ({ value, label: categoryName(value) })),
      ]}
      onChange={(category) => onView({ ...view, category: category || undefined })}
    />
  )
}

function SortSelect({ view, onView }: FrameProps) {
  const t = useTexts(texts)
  const choices = [
    { value: 'date asc', label: t.dateAscending, sort: 'date', order: 'asc' },
    { value: 'date desc', label: t.dateDescending, sort: 'date', order: 'desc' },
    { value: 'name asc', label: t.nameAscending, sort: 'name', order: 'asc' },
    { value: 'name desc', label: t.nameDescending, sort: 'name', order: 'desc' },
  ] as const
  return (
    <SelectField
      inline
      label={t.sortBy}
      value={`${view.sort ?? 'date'} ${view.order ?? 'asc'}`}
      options={choices}
      onChange={(value) => {
        const chosen = choices.find((choice) => choice.value === value)
        if (chosen) onView({ ...view, sort: chosen.sort, order: chosen.order })
      }}
    />
  )
}

/** Shown instead of an empty list: what is missing, and how to go on. */
export function NoClasses({ view, onView, more }: FrameProps & { more: boolean }) {
  const t = useTexts(texts)
  if (view.category === undefined) {
    return (
      <EmptyState
        text={t.none}
        hint={more ? t.noneSoonHint : t.noneHint}
        action={<DeskLink to="/admin/add-to-schedule" />}
      />
    )
  }
  return (
    <EmptyState
      text={t.noneInCategory}
      hint={more ? t.noneSoonHint : undefined}
      action={<Button onPress={() => onView({ ...view, category: undefined })}>{t.showAll}</Button>}
    />
  )
}

/** Below the list: how many are shown, a button for later weeks, and the sorting if there are no column headings. */
export function ClassesEnd(props: FrameProps & { shown: number; more: boolean; pending: boolean }) {
  const { view, onView } = props
  const t = useTexts(texts)
  const later = laterSpan(spanOf(view.weeks ?? FIRST_WEEKS))
  const canShowMore = later !== null && (props.more || props.pending)
  const end = useRef<HTMLParagraphElement>(null)
  const hadButton = useRef(canShowMore)
  useEffect(() => {
    // the pressed button is gone: keep the keyboard focus here instead of at the top of the page
    if (hadButton.current && !canShowMore && document.activeElement === document.body) end.current?.focus()
    hadButton.current = canShowMore
  }, [canShowMore])
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className={props.shown === 0 ? 'sr-only' : 'text-sm text-muted'}>
        {t.shown(props.shown)}
      </p>
      {props.shown > 0 && <ByWidth rem={LIST_REM} narrow={<SortSelect view={view} onView={onView} />} />}
      {canShowMore ? (
        <Button size="small" pending={props.pending} onPress={() => onView({ ...view, weeks: later })}>
          {t.later}
        </Button>
      ) : (
        <p ref={end} tabIndex={-1} className="text-sm text-muted">
          {t.noLater}
        </p>
      )}
    </div>
  )
}

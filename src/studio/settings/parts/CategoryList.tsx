import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { categoryNameOf, type MembershipCategory } from '#studio/accounts/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useMayWrite } from '#web/WriteLink.tsx'
import { useLanguage, useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ByWidth, PHONE_REM } from '#web/ui/ByWidth.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { RowActions, ShortRow, type RowAction } from '#web/ui/RowActions.tsx'
import { toast } from '#web/ui/toast.ts'
import { settings } from '../calls.ts'
import type { CategoryForm } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { categoryFormOf, type CategoryKind, type ClassCategory } from '../rules.ts'
import { CategoryDialog } from './CategoryDialog.tsx'

type Category = ClassCategory | MembershipCategory

/** All categories of a kind in the studio's order, with their actions. */
export function CategoryList(props: {
  kind: CategoryKind
  all: readonly Category[]
  /** Ids of categories in use, which can't be deleted. Null while loading. */
  used: readonly string[] | null
  onDelete: (id: string, name: string) => void
}) {
  const { kind, all, used } = props
  const t = useTexts(texts)
  const [open, setOpen] = useState<{ id: string; form: CategoryForm } | 'new' | null>(null)
  const editing = typeof open === 'object' ? open : null
  const saved = all.find(({ id }) => id === editing?.id)
  const heading = t[`${kind}Categories`]
  return (
    <Card>
      <h3 className="text-lg font-semibold">{heading}</h3>
      <ul aria-label={heading} className="flex flex-col divide-y divide-line">
        {all.map((category, index) => (
          <Row
            key={category.id}
            {...{ kind, category }}
            isFirst={index === 0}
            isLast={index === all.length - 1}
            onEdit={() => setOpen({ id: category.id, form: categoryFormOf(category) })}
            used={used?.includes(category.id) ?? null}
            onDelete={props.onDelete}
          />
        ))}
      </ul>
      <div>
        <Button icon={<Plus aria-hidden="true" className="size-5" />} onPress={() => setOpen('new')}>
          {t.addCategory[kind]}
        </Button>
      </div>
      {open && (
        <CategoryDialog
          kind={kind}
          {...(editing && { editing: { ...editing, saved: saved ? categoryFormOf(saved) : editing.form } })}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  )
}

function Row(props: {
  kind: CategoryKind
  category: Category
  isFirst: boolean
  isLast: boolean
  /** Whether it is in use; null while loading. */
  used: boolean | null
  onEdit: () => void
  onDelete: (id: string, name: string) => void
}) {
  const { kind, category, used } = props
  const { id, archived } = category
  const t = useTexts(texts)
  const word = useTexts(words)
  const { language } = useLanguage()
  const { features } = useStudio()
  const explain = useRefusalText(refusals)
  const navigate = useNavigate()
  const move = useCommand(settings.moveCategory)
  const archive = useCommand(settings.archiveCategory)
  const name = categoryNameOf([category], id, language)
  const other = language === 'et' ? category.name : category.nameEt

  async function report(outcome: Awaited<ReturnType<typeof move.run>>) {
    if (outcome?.ok) toast.success(t.saved)
    else if (outcome) toast.problem(explain(outcome))
  }
  const writes = useMayWrite([]) && kind === 'membership' && used === true
  const edit: RowAction = { label: word.edit, onPress: props.onEdit }
  const moveTo = (to: 'up' | 'down') => () => void move.run({ kind, id, to }).then(report)
  const moves = [
    { label: t.moveUp(name), last: props.isFirst, icon: ChevronUp, onPress: moveTo('up') },
    { label: t.moveDown(name), last: props.isLast, icon: ChevronDown, onPress: moveTo('down') },
  ]
  const others: (RowAction | false)[] = [
    writes && {
      label: word.writeMessage,
      onPress: () => void navigate({ to: '/admin/write', search: { to: 'category', id } }),
    },
    {
      label: archived ? t.restore : t.archive,
      pending: archive.pending,
      onPress: () => void archive.run({ kind, id, archived: !archived }).then(report),
    },
    used === false && { label: word.delete, destroys: true, onPress: () => props.onDelete(id, name) },
  ]
  const actions = (more: readonly RowAction[]) => (
    <RowActions name={name} actions={[edit, ...more, ...others.filter((one) => one !== false)]} />
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-0 max-sm:py-1">
      <ByWidth
        rem={PHONE_REM}
        wide={
          <span className="flex">
            {moves.map(({ label, last, icon: Icon, onPress }) => (
              <IconButton
                key={label}
                label={label}
                size="small"
                disabled={last}
                icon={<Icon aria-hidden="true" className="size-5" />}
                onPress={onPress}
              />
            ))}
          </span>
        }
      />
      <span className="min-w-32 flex-1 self-center max-sm:has-[+span:empty]:row-span-2">
        <span className="font-semibold">{name}</span>{' '}
        {other !== '' && other !== name && <span className="text-sm text-muted">{other}</span>}
      </span>
      <span className="flex flex-wrap gap-2 empty:hidden max-sm:col-start-1 max-sm:pb-1">
        {features.includes('monthlyFees') && 'monthlyPrice' in category && category.monthlyPrice !== null && (
          <Badge>{t.perMonth(category.monthlyPrice)}</Badge>
        )}
        {categoryFormOf(category).marked && <Badge>{t.marked[kind]}</Badge>}
        {archived && <Badge tone="warning">{t.archived}</Badge>}
      </span>
      <span className="-mr-3 flex items-center max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 max-sm:self-center">
        <ByWidth
          rem={PHONE_REM}
          narrow={<ShortRow value>{actions(moves.filter(({ last }) => !last))}</ShortRow>}
          wide={actions([])}
        />
      </span>
    </li>
  )
}

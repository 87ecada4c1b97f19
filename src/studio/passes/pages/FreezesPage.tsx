import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { FrozenBadge } from '#studio/memberships/parts/FrozenBadge.tsx'
import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useStudio } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { passes } from '../calls.ts'
import type { FreezeRequest } from '../contract.ts'
import { freezeTexts } from '../messages.ts'
import { ApproveFreeze, RefuseFreeze } from '../parts/DecideFreeze.tsx'
import { EndFreezeDialog } from '../parts/EndFreezeDialog.tsx'
import { useSpan } from '../parts/useSpan.ts'
import { inside } from '../rules.ts'

type Open = { readonly what: 'approve' | 'refuse' | 'end'; readonly row: FreezeRequest } | null

/** Lists requested freezes first, then current and coming ones. */
export function FreezesPage() {
  const t = useTexts(freezeTexts)
  const nameOf = useNameOf()
  const { page = 1 } = useSearch({ from: '/admin/freezes' })
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const columns = useColumns(setOpen)
  const name = open ? `${nameOf(open.row)}, ${open.row.membershipName}` : ''
  return (
    <Page width="wide">
      <PageHeader
        title={t.title}
        subtitle={t.hint}
        actions={
          <WithRows query={passes.freezes} input={{ page }} any={({ total }) => total > 0}>
            <ExportList fileName={t.exportName} query={passes.freezes} input={{}} columns={columns} />
          </WithRows>
        }
        lowOnPhone
      />
      <LivePage
        query={passes.freezes}
        input={{ page }}
        caption={t.title}
        columns={columns}
        card={useCard()}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            text={t.none}
            hint={t.noneHint}
            action={<LinkButton to="/admin/memberships">{t.toPasses}</LinkButton>}
          />
        }
      />
      {open?.what === 'approve' && (
        <ApproveFreeze freeze={open.row} coming={open.row.coming} name={name} onClose={close} />
      )}
      {open?.what === 'refuse' && <RefuseFreeze freeze={open.row} name={name} onClose={close} />}
      {open?.what === 'end' && (
        <EndFreezeDialog freeze={open.row} coming={open.row.coming} by="staff" onClose={close} />
      )}
    </Page>
  )
}

function State({ row }: { row: FreezeRequest }) {
  const t = useTexts(freezeTexts)
  if (row.state === 'asked') return <Badge tone="warning">{t.askedBadge}</Badge>
  return <FrozenBadge lastDay={row.lastDay} firstDay={row.firstDay} />
}

function useCard() {
  const t = useTexts(freezeTexts)
  const span = useSpan()
  const { timeZone } = useStudio()
  return (row: FreezeRequest) => {
    const given = row.state === 'asked' ? inside(row.coming, row, timeZone).length : 0
    const parts = [row.membershipName, row.state === 'asked' && span(row), row.reason, given > 0 && t.classes(given)]
    return { line: parts, aside: <State row={row} /> }
  }
}

function useColumns(open: (open: Open) => void): Column<FreezeRequest>[] {
  const t = useTexts(freezeTexts)
  const word = useTexts(words)
  const nameOf = useNameOf()
  const span = useSpan()
  const { timeZone } = useStudio()
  const whyNot = useMay('manageMemberships') ? undefined : word.adminOnly
  const classesOf = (row: FreezeRequest) => {
    const given = row.state === 'asked' ? inside(row.coming, row, timeZone).length : 0
    return given > 0 ? <span className="block text-sm text-muted">{t.classes(given)}</span> : null
  }
  const actionsOf = (row: FreezeRequest) =>
    (row.state === 'asked' ? (['approve', 'refuse'] as const) : (['end'] as const)).map((what) => ({
      label: { approve: t.approve, refuse: t.refuse, end: t.endFreeze }[what],
      whyNot,
      onPress: () => open({ what, row }),
    }))
  return [
    {
      id: 'name',
      header: word.name,
      rowHeader: true,
      csv: nameOf,
      cell: (row) => (
        <TextLink to="/admin/pass/$id" params={{ id: row.purchaseId }}>
          {nameOf(row)}
        </TextLink>
      ),
    },
    { id: 'membership', header: t.membership, cell: (row) => row.membershipName, csv: (row) => row.membershipName },
    {
      id: 'days',
      header: t.days,
      csv: span,
      cell: (row) => (
        <>
          {span(row)}
          {classesOf(row)}
        </>
      ),
    },
    { id: 'reason', header: t.reason, cell: (row) => row.reason, csv: (row) => row.reason },
    {
      id: 'state',
      header: t.state,
      cell: (row) => <State row={row} />,
      csv: (row) => (row.state === 'asked' ? t.askedBadge : t.frozenFor(span(row))),
    },
    {
      id: 'actions',
      header: word.actions,
      actions: true,
      cell: (row) => <RowActions name={nameOf(row)} actions={actionsOf(row)} />,
    },
  ]
}

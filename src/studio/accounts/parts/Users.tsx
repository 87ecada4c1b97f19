import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { WriteLink } from '#web/WriteLink.tsx'
import { useLanguage, useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useLives } from '#web/live/useLives.ts'
import { WithRows } from '#web/live/WithRows.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyCode } from '#web/ui/CopyCode.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column, Sort } from '#web/ui/table.ts'
import { useTyped } from '#web/useTyped.ts'
import { accounts } from '../calls.ts'
import type { ListedUser } from '../contract.ts'
import { deskTexts } from '../messages/desk.ts'
import { AddPersonDialog } from './AddPersonDialog.tsx'
import { DeletionRequests } from './DeletionRequests.tsx'
import { fullName, userPageOf, type UserSort, categoryNameOf } from '../rules.ts'

type ColumnId = 'id' | UserSort

const firstPage = { page: undefined, after: undefined, before: undefined }

/** All people, newest first; each row links to the user's page. `above` is shown above the list. */
export function Users({ above }: { above: ReactNode }) {
  const input = userPageOf(useSearch({ from: '/admin/users' }))
  const { search, sort, order } = input
  const navigate = useNavigate({ from: '/admin/users' })
  const t = useTexts(deskTexts)
  const [typed, setTyped] = useTyped(search, (text) => {
    void navigate({
      to: '/admin/users',
      search: (before) => ({ ...before, ...firstPage, search: text || undefined }),
      replace: true,
    })
  })
  const hasFamilies = useStudio().features.includes('families')
  const [adding, setAdding] = useState(false)

  function sortBy({ column, direction }: Sort<ColumnId>) {
    if (column === 'id') return
    void navigate({
      to: '/admin/users',
      search: (before) => ({
        ...before,
        ...firstPage,
        sort: column,
        order: direction === 'ascending' ? 'asc' : 'desc',
      }),
      replace: true,
    })
  }

  return (
    <Page width="wide">
      <PageHeader
        title={t.users}
        actions={
          <>
            {hasFamilies && <Button onPress={() => setAdding(true)}>{t.addPerson}</Button>}
            <WriteLink to="people" id={search} roundOnPhone />
            <WithRows keepsPlace query={accounts.users} input={input} any={({ total }) => total > 0}>
              <ExportUsers input={{ search, sort, order }} />
            </WithRows>
          </>
        }
      />
      {adding && <AddPersonDialog onClose={() => setAdding(false)} />}
      <DeletionRequests />
      {above}
      <div className="sm:max-w-md">
        <SearchField label={t.searchLabel} hideLabel placeholder={t.searchLabel} value={typed} onChange={setTyped} />
      </div>
      <LiveAnswer query={accounts.users} input={input} steady count={8} failed={t.loadUsersFailed}>
        {({ rows, total, more, page }) => (
          <>
            <p role="status" className="text-sm text-muted">
              {more ? t.moreUsersFound(total) : t.usersFound(total)}
            </p>
            <UsersTable
              rows={rows}
              sort={{ column: sort, direction: order === 'asc' ? 'ascending' : 'descending' }}
              onSort={sortBy}
            />
            <Pagination page={page} total={total} more={more} ends={endsOf(rows)} />
          </>
        )}
      </LiveAnswer>
    </Page>
  )
}

function UsersTable(props: {
  rows: readonly ListedUser[]
  sort: Sort<ColumnId>
  onSort: (sort: Sort<ColumnId>) => void
}) {
  const t = useTexts(deskTexts)
  const addresses = useAddresses(props.rows)
  const columns = useColumns(addresses)
  return (
    <DataTable
      caption={t.users}
      manyColumns
      columns={columns}
      card={(user) => ({
        line: <span className="wrap-anywhere">{addresses(user)}</span>,
        aside: user.role !== 'user' && <RoleBadge role={user.role} />,
      })}
      rows={props.rows}
      rowKey={(row) => row.id}
      sort={props.sort}
      onSort={props.onSort}
      empty={<NobodyFound />}
    />
  )
}

/** Whoever could have switched on what adds a person learns of it when nobody is found. */
function NobodyFound() {
  const t = useTexts(deskTexts)
  const hasFamilies = useStudio().features.includes('families')
  const maySwitch = useMay('manageSettings')
  if (hasFamilies || !maySwitch) return <EmptyState text={t.noUsers} />
  return (
    <EmptyState
      text={t.noUsers}
      hint={t.noUsersHint}
      action={
        <TextLink to="/admin/settings" hash="features">
          {t.toFeatures}
        </TextLink>
      }
    />
  )
}

/** A person's own address and, for admins, those of their guardians. */
function useAddresses(rows: readonly ListedUser[]): (user: ListedUser) => string {
  const t = useTexts(deskTexts)
  const isAdmin = useMay('manageUsers')
  const asks = useStudio().features.includes('families') && isAdmin && rows.length > 0
  const [live] = useLives(accounts.guardianAddresses, asks ? [{ people: rows.map(({ id }) => id) }] : [])
  const found = live?.state === 'ready' ? live.answer : []
  return ({ id, email }) => {
    const theirs = found.filter(({ personId }) => personId === id).map((one) => one.email)
    return [email, theirs.length > 0 ? t.guardiansOf(theirs) : ''].filter(Boolean).join(' · ')
  }
}

function endsOf(rows: readonly ListedUser[]) {
  const [first, last] = [rows[0], rows.at(-1)]
  return first && last && { first: first.id, last: last.id }
}

function useColumns(addresses: (user: ListedUser) => string): Column<ListedUser, ColumnId>[] {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { dayOfYear } = useFormats()
  const name = (user: ListedUser) => (
    <>
      <TextLink to="/admin/users/$id" params={{ id: user.id }}>
        {fullName(user)}
      </TextLink>{' '}
      {!user.active && <Badge tone="danger">{t.deactivated}</Badge>}{' '}
      {user.deletionAskedAt !== null && <Badge tone="warning">{t.askedForDeletion}</Badge>}
    </>
  )
  return [
    { id: 'name', header: word.name, cell: name, rowHeader: true, sortable: word.byAlphabet },
    {
      id: 'email',
      header: word.email,
      cell: (user) => <span className="wrap-anywhere">{addresses(user)}</span>,
      sortable: word.byAlphabet,
    },
    { id: 'role', header: t.role, cell: ({ role }) => <RoleBadge role={role} />, sortable: t.byRole },
    { id: 'created', header: t.created, cell: ({ createdAt }) => dayOfYear(createdAt), sortable: word.byTime },
    { id: 'id', header: t.id, cell: ({ id }) => <CopyCode value={id} /> },
  ]
}

function RoleBadge({ role }: { role: ListedUser['role'] }) {
  const { roles } = useTexts(deskTexts)
  // makes staff stand out
  return role === 'user' ? (
    <span className="text-muted">{roles[role]}</span>
  ) : (
    <Badge tone="accent">{roles[role]}</Badge>
  )
}

function ExportUsers(props: { input: { search: string; sort: UserSort; order: 'asc' | 'desc' } }) {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { language } = useLanguage()
  const { membershipCategories: categories } = useStudio()
  const { moment } = useFormats()
  return (
    <ExportButton
      fileName={t.exportName}
      procedure={accounts.usersForExport}
      input={props.input}
      of={(answer) => answer}
      table={({ rows }) => [
        [t.id, word.name, word.email, t.role, t.memberLevel, t.membershipCategory, t.active, t.created],
        ...rows.map((user) => [
          user.id,
          fullName(user),
          user.email,
          t.roles[user.role],
          user.memberLevel,
          user.membershipCategory ? categoryNameOf(categories, user.membershipCategory, language) : '',
          user.active ? t.yes : t.no,
          moment(user.createdAt),
        ]),
      ]}
    />
  )
}

import { eq, isNotNull, max, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, shared, type CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { membershipCategories, people } from '#studio/accounts/tables.ts'
import type { CategoryForm } from '../contract.ts'
import { inclusionChanged, membershipCategoryEnds } from '../events.ts'
import { logLines, type Change } from '../messages/log.ts'
import {
  categoryFormOf,
  checkCategory,
  checkOthers,
  MOST_CATEGORIES,
  withInclusion,
  type CategoryKind,
  type Inclusion,
} from '../rules.ts'
import { classCategories } from '../tables.ts'
import { storedCategories } from './stored.ts'

interface One {
  readonly kind: CategoryKind
  readonly id: string
}

const tables = { class: classCategories, membership: membershipCategories } as const

/** Both lists, with their tables locked: changes are rare, and made one at a time. */
async function lockCategories(c: CommandContext) {
  await c.tx.execute(sql`lock table ${classCategories}, ${membershipCategories} in share row exclusive mode`)
  const stored = await storedCategories(c.tx)
  return { ...stored, class: stored.classCategories, membership: stored.membershipCategories }
}

const marked = (kind: CategoryKind, { name, nameEt, marked, monthlyPrice }: CategoryForm) => ({
  name: name.trim(),
  nameEt: nameEt.trim(),
  ...(kind === 'class' ? { fitness: marked } : { groupPrice: marked, monthlyPrice }),
})

function tell(c: CommandContext, change: Change, { kind, id }: One): void {
  const metadata = { section: 'categories', kind, id }
  c.log({ channel: 'auth', level: 'info', message: logLines.listSaved('categories', change), metadata })
}

export const addCategory = run(async (c, { kind, ...form }: CategoryForm & { kind: CategoryKind }) => {
  const wrong = refuseWrong(checkCategory(form))
  if (wrong) return wrong
  const all = await lockCategories(c)
  const taken = refuseWrong(checkOthers(form, all[kind]))
  if (taken) return taken
  if (all[kind].length >= MOST_CATEGORIES) return refuse('tooManyCategories')
  const table = tables[kind]
  const [last] = await c.tx.select({ position: max(table.position) }).from(table)
  const id = newId()
  await c.tx.insert(table).values({ id, position: (last?.position ?? 0) + 1, ...marked(kind, form) })
  tell(c, 'added', { kind, id })
  return done({ id })
})

export const editCategory = run(
  async (c, { kind, id, before, ...typed }: CategoryForm & One & { before: CategoryForm }) => {
    const all = await lockCategories(c)
    const found = all[kind].find((category) => category.id === id)
    if (!found) return refuse('categoryNotFound')
    const others = all[kind].filter((category) => category.id !== id)
    const check = (form: CategoryForm) => ({ ...checkOthers(form, others), ...checkCategory(form) })
    const edit = { saved: categoryFormOf(found), before, typed, check }
    const decided = await decideEdit<CategoryForm>(c, { editedBy: null }, edit)
    if (!decided.ok) return decided
    const table = tables[kind]
    await c.tx.update(table).set(marked(kind, decided.value)).where(eq(table.id, id))
    tell(c, 'edited', { kind, id })
    return done({})
  },
)

export const moveCategory = run(async (c, { kind, id, to }: One & { to: 'up' | 'down' }) => {
  const order = (await lockCategories(c))[kind].map((category) => category.id)
  const at = order.indexOf(id)
  if (at === -1) return refuse('categoryNotFound')
  order.splice(at, 1)
  order.splice(Math.max(0, to === 'up' ? at - 1 : at + 1), 0, id)
  const table = tables[kind]
  for (const [position, one] of order.entries()) {
    await c.tx.update(table).set({ position }).where(eq(table.id, one))
  }
  tell(c, 'moved', { kind, id })
  return done({})
})

export const archiveCategory = run(async (c, { kind, id, archived }: One & { archived: boolean }) => {
  const all = await lockCategories(c)
  if (!all[kind].some((category) => category.id === id)) return refuse('categoryNotFound')
  const table = tables[kind]
  await c.tx.update(table).set({ archived }).where(eq(table.id, id))
  tell(c, archived ? 'archived' : 'offered', { kind, id })
  return done({})
})

export const setIncluded = run(async (c, inclusion: Inclusion) => {
  const { classCategory: id, membershipCategory } = inclusion
  const before = await lockCategories(c)
  const after = withInclusion(before.class, inclusion)
  const changed = after.find((category) => category.id === id)
  if (!changed || !before.membership.some((category) => category.id === membershipCategory)) {
    return refuse('categoryNotFound')
  }
  await c.tx.update(classCategories).set({ includes: changed.includes }).where(eq(classCategories.id, id))
  tell(c, 'included', { kind: 'class', id })
  await c.raise(inclusionChanged, { before: before.class, after })
  return done({})
})

const used = (tx: CommandContext['tx']) =>
  tx.selectDistinct({ id: people.membershipCategory }).from(people).where(isNotNull(people.membershipCategory))

export const usedMembershipCategories = shared([people], async ({ db }) =>
  (await used(db)).flatMap(({ id }) => id ?? []),
)

export const removeMembershipCategory = run(async (c, { id }: { id: string }) => {
  const all = await lockCategories(c)
  if (!all.membership.some((category) => category.id === id)) return refuse('categoryNotFound')
  let isUsed = (await used(c.tx)).some((row) => row.id === id)
  const keep = () => {
    isUsed = true
  }
  await c.raise(membershipCategoryEnds, { id, keep })
  if (isUsed) return refuse('categoryInUse')
  for (const category of all.class.filter(({ includes }) => includes.includes(id))) {
    const includes = category.includes.filter((one) => one !== id)
    await c.tx.update(classCategories).set({ includes }).where(eq(classCategories.id, category.id))
  }
  await c.tx.delete(membershipCategories).where(eq(membershipCategories.id, id))
  tell(c, 'deleted', { kind: 'membership', id })
  return done({})
})

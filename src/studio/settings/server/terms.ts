import { sql } from 'drizzle-orm'
import { done } from '#kernel/result.ts'
import { run, shared } from '#server/procedures.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import { logLines } from '../messages/log.ts'
import { checkTerms, type TermsForm } from '../rules.ts'
import { terms as table } from '../tables.ts'
import { isSet, storedTerms } from './stored.ts'

export const terms = shared([table], async (q) => {
  const newest = await storedTerms(q.db)
  return isSet(newest) ? newest : null
})

/** A changed text makes a new version, which everybody must accept again. */
export const saveTerms = run(async (c, { typed, before }: { typed: TermsForm; before: TermsForm }) => {
  // lock, as two simultaneous versions would get the same number
  await c.tx.execute(sql`lock table ${table} in share row exclusive mode`)
  const newest = await storedTerms(c.tx)
  const saved = { en: newest?.en ?? '', et: newest?.et ?? '' }
  const edit = await decideEdit(c, newest ?? { editedBy: null }, {
    saved,
    before,
    typed: tidy(typed),
    check: checkTerms,
  })
  if (!edit.ok) return edit
  const { en, et } = edit.value
  if (en === saved.en && et === saved.et) return done({})
  const version = (newest?.version ?? 0) + 1
  await c.tx.insert(table).values({ version, en, et, createdAt: c.now, editedBy: c.actorId })
  c.log({ channel: 'auth', level: 'info', message: logLines.termsSaved(version) })
  return done({})
})

const tidy = ({ en, et }: TermsForm): TermsForm => ({ en: en.trim(), et: et.trim() })

import { mergeEdits } from '#kernel/edits.ts'
import { done, type Result } from '#kernel/result.ts'
import type { CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '../rules.ts'
import { namesOfAccounts } from './names.ts'

/**
 * Decides an edit of a locked row. Returns what to save, merged with what others have saved since the form was opened;
 * or which fields are wrong; or which fields another person changed as well, and who saved last. `before` is what the
 * form was opened with.
 */
export async function decideEdit<Form extends object>(
  c: CommandContext,
  row: { readonly editedBy: string | null },
  edit: {
    readonly saved: Form
    readonly before: Form
    readonly typed: Form
    readonly check: (form: Form) => Readonly<Record<string, string | undefined>>
  },
): Promise<Result<Form, 'invalidFields' | 'editedMeanwhile'>> {
  const { saved, before, typed, check } = edit
  const { form, clashes } = mergeEdits(saved, before, typed, (one) => refuseWrong(check(one)) === null)
  if (clashes.length === 0) return refuseWrong(check(form)) ?? done(form)
  const names = await namesOfAccounts(c.tx, [row.editedBy])
  return {
    ok: false,
    code: 'editedMeanwhile',
    params: { name: names.get(row.editedBy) ?? '' },
    fields: Object.fromEntries(clashes.map((name) => [name, 'fieldEdited'])),
  }
}

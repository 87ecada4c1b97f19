/** What an edit comes to when somebody else has saved the same thing since it was begun. */
export interface Merged<Form> {
  readonly form: Form
  /** The fields on which the two don't agree: somebody has to decide. */
  readonly clashes: readonly (keyof Form & string)[]
}

/**
 * Two people who edit one thing at once, field by field: what only one of them changed holds. `before` is the form as
 * this edit was begun with, `saved` what is saved by now. Changes that `fits` takes alone but not together clash, too:
 * a start that one moved past the end that the other moved.
 */
export function mergeEdits<Form extends object>(
  saved: Form,
  before: Form,
  typed: Form,
  fits: (form: Form) => boolean,
): Merged<Form> {
  const names = Object.keys(before) as (keyof Form & string)[]
  const theirs = names.filter((name) => !isSame(saved[name], before[name]))
  const onlyTheirs = theirs.filter((name) => isSame(typed[name], before[name]))
  const clashes = theirs.filter((name) => !onlyTheirs.includes(name) && !isSame(typed[name], saved[name]))
  const form = withFields(typed, saved, onlyTheirs)
  if (clashes.length === 0 && onlyTheirs.length > 0 && !fits(form) && fits(typed)) return { form, clashes: onlyTheirs }
  return { form, clashes }
}

/** `form` with some of its fields as they are in `other`. */
export const withFields = <Form extends object>(form: Form, other: Form, names: readonly (keyof Form)[]): Form =>
  names.reduce((all, name) => ({ ...all, [name]: other[name] }), form)

/** Spaces around a text, and the order of a list, are not what anybody means to change. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.every((item) => other.includes(item)) && other.every((item) => one.includes(item))
  }
  return typeof one === 'string' && typeof other === 'string' ? one.trim() === other.trim() : one === other
}

/** The result of merging an edit with what somebody else saved in the meantime. */
export interface Merged<Form> {
  readonly form: Form
  /** Fields that both changed to different values: a person has to decide. */
  readonly clashes: readonly (keyof Form & string)[]
}

/**
 * Merges two concurrent edits field by field; a field that only one of them changed keeps that change. `before` is the
 * form when this edit began, `saved` the form as saved now. Changes that `fits` accepts one by one but not together are
 * clashes too, such as a start moved past an end that somebody else moved.
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

/** Returns `form` with the named fields taken from `other`. */
export const withFields = <Form extends object>(form: Form, other: Form, names: readonly (keyof Form)[]): Form =>
  names.reduce((all, name) => ({ ...all, [name]: other[name] }), form)

/** Compares two values; ignores spaces around a text and the order of a list, which nobody changes on purpose. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.every((item) => other.includes(item)) && other.every((item) => one.includes(item))
  }
  return typeof one === 'string' && typeof other === 'string' ? one.trim() === other.trim() : one === other
}

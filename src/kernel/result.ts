/** A refusal: a stable code with the values its text needs. Never thrown. */
export interface Refusal<Code extends string = string> {
  readonly ok: false
  readonly code: Code
  readonly params?: Readonly<Record<string, string | number>> | undefined
  /** Error code per wrong form field. */
  readonly fields?: Readonly<Record<string, string>> | undefined
}

export interface Done<T> {
  readonly ok: true
  readonly value: T
}

export type Result<T, Code extends string = string> = Done<T> | Refusal<Code>

export const done = <T>(value: T): Done<T> => ({ ok: true, value })

export const refuse = <Code extends string>(code: Code, params?: Refusal['params']): Refusal<Code> =>
  params ? { ok: false, code, params } : { ok: false, code }

/** Refuses a form; takes one error code per wrong field. */
export const refuseFields = (fields: Readonly<Record<string, string>>): Refusal<'invalidFields'> => ({
  ok: false,
  code: 'invalidFields',
  fields,
})

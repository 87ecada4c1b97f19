import { refuse, type Refusal } from '#kernel/result.ts'
import type { StatementRefusal } from '../../rules/statements.ts'

/** Leaves the middle of a file that is not read on; `readStatement` makes the answer of it. */
export class Refused extends Error {
  readonly refusal: Refusal<StatementRefusal>

  constructor(code: StatementRefusal, params?: Refusal['params']) {
    super(code)
    this.refusal = refuse(code, params)
  }
}

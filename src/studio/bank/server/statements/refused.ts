import { refuse, type Refusal } from '#kernel/result.ts'
import type { StatementRefusal } from '../../rules/statements.ts'

/** Thrown to stop parsing a file; `readStatement` turns it into a refusal. */
export class Refused extends Error {
  readonly refusal: Refusal<StatementRefusal>

  constructor(code: StatementRefusal, params?: Refusal['params']) {
    super(code)
    this.refusal = refuse(code, params)
  }
}

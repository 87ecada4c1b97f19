import { texts } from '../messages.ts'
import type { ImportRefusal } from '../rules/firebase.ts'

/** The files can't be read at all, and nothing is imported. The message is a line for the command line. */
export class ImportRefused extends Error {
  readonly code: ImportRefusal
  /** The file that can't be read. */
  readonly file: string

  constructor(code: ImportRefusal, file: string) {
    super(texts.en.refused[code](file))
    this.code = code
    this.file = file
  }
}

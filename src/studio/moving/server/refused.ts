import { texts } from '../messages.ts'
import type { ImportRefusal } from '../rules/firebase.ts'

/** Files that can't be read at all: nothing of them is taken. The message is a line for the command line. */
export class ImportRefused extends Error {
  readonly code: ImportRefusal
  /** The file that it is about. */
  readonly file: string

  constructor(code: ImportRefusal, file: string) {
    super(texts.en.refused[code](file))
    this.code = code
    this.file = file
  }
}

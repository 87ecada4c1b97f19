import { done, refuse, type Result } from '#kernel/result.ts'

/** A table of a chosen file, as CSV. */
export interface Sheet {
  /** Empty if the file is not a spreadsheet. */
  readonly name: string
  readonly csv: Blob
}
export type Sheets = readonly [Sheet, ...Sheet[]]

/** First bytes, in hex, of a ZIP archive (.xlsx, .ods) and of one of Microsoft's compound files (.xls). */
const signatures = ['504b0304', 'd0cf11e0']

/** Returns the sheets of a spreadsheet; any other file is returned as it is. */
export async function sheetsOf(file: File): Promise<Result<Sheets, 'notATable' | 'unreachable'>> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const signature = Array.from(head, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (!signatures.includes(signature)) return done([{ name: '', csv: file }])
  const library = await import('./spreadsheet.ts').catch(() => null)
  return library ? library.readSheets(new Uint8Array(await file.arrayBuffer())) : refuse('unreachable')
}

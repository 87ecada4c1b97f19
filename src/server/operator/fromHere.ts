import path from 'node:path'

/** A file named on the command line, seen from the folder in which npm was called. */
export function fromHere(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file)
}

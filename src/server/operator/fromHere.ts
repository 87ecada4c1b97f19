import path from 'node:path'

/** Resolves a file named on the command line, relative to the folder in which npm was called. */
export function fromHere(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file)
}

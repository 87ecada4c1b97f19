/** A part of node-postgres that its types leave out: how it writes a value for the database. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}

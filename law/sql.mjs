import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeImport } from './rooms.mjs'

const inDatabase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Name -> the tables.ts files that define it: table names, and column names of more than one word. */
function namesIn(root) {
  const within = (house) => {
    const folders = existsSync(join(root, house)) ? readdirSync(join(root, house)) : []
    return folders.map((folder) => `${house}/${folder}/tables.ts`)
  }
  const names = new Map()
  for (const file of [...within('src/server'), ...within('src/studio')]) {
    if (!existsSync(join(root, file))) continue
    const text = readFileSync(join(root, file), 'utf8')
    const tables = [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table]) => table)
    const columns = [...text.matchAll(/^ +(\w+): \w+\(/gm)].map(([, column]) => inDatabase(column))
    const told = [...tables, ...columns.filter((column) => column.includes('_'))]
    for (const name of told) names.set(name, (names.get(name) ?? new Set()).add(file))
  }
  return names
}

const known = new Map()
/** Whether a plain string is SQL; all SQL here is lower case. */
const isStatement = (text) => /\bselect\b[^]*\bfrom\b|\binsert into\b|\bdelete from\b|\bupdate \S+ set\b/.test(text)

const seesAll = 'src/server/doctor/'

/**
 * Why the file may not contain this SQL: it names tables or columns that the file may not import; undefined when it
 * may.
 */
export function judgeSql(root, path, text, { tagged }) {
  if (path.startsWith(seesAll) || (!tagged && !isStatement(text))) return undefined
  if (!known.has(root)) known.set(root, namesIn(root))
  // text in single quotes is a value
  for (const [name] of text.replace(/'[^']*'/g, '').matchAll(/\w+/g)) {
    const files = [...(known.get(root).get(name) ?? [])]
    const refusals = files.map((file) => judgeImport(path, `#${file.slice('src/'.length)}`))
    if (files.length > 0 && refusals.every(Boolean))
      return `SQL that names ${name}, of ${files.join(', ')}. ${refusals[0]}`
  }
  return undefined
}

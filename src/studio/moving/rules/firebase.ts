import type { Kind } from '../rules.ts'

/** The files that Firebase's own tools write, by the names used here. */
export const exportFiles = ['firestore.json', 'auth.json', 'auth.csv', 'hash.json'] as const
export type ExportFile = (typeof exportFiles)[number]

const MEGABYTE = 1024 * 1024

/** Largest size of each file before compression, in bytes. */
export const mostBytesOf: Readonly<Record<ExportFile, number>> = {
  'firestore.json': 500 * MEGABYTE,
  'auth.json': 50 * MEGABYTE,
  'auth.csv': 50 * MEGABYTE,
  'hash.json': MEGABYTE / 8,
}

/** Size of one uploaded part of a compressed file in bytes, and the most parts of a file. */
export const PART_BYTES = MEGABYTE
export const MOST_PARTS = 200

const patterns: readonly (readonly [ExportFile, RegExp])[] = [
  ['firestore.json', /^firestore.*\.json$/i],
  ['auth.json', /^auth.*\.json$/i],
  ['auth.csv', /^auth.*\.csv$/i],
  ['hash.json', /^hash.*\.(json|txt)$/i],
]
/** Files of a managed Google Cloud export, which is in a database format that can't be read here. */
const MANAGED = /overall_export_metadata$|^output-\d+$|^all_namespaces/

export const isManaged = (name: string): boolean => MANAGED.test(name)

/** Which export file a chosen file is: browsers and people rename them, as in 'auth (1).json'. */
export const exportFileOf = (name: string): ExportFile | null =>
  patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? null

/** Steps of an import from Firebase on the screen. */
export const moveSteps = ['sending', 'looking', 'looked', 'taking', 'taken', 'undoing', 'undone', 'stopped'] as const
export type MoveStep = (typeof moveSteps)[number]

/** Steps during which the server works in the background. */
export const runningSteps = ['looking', 'taking', 'undoing'] as const satisfies readonly MoveStep[]
export type RunningStep = (typeof runningSteps)[number]
export const isRunning = (step: MoveStep): step is RunningStep => (runningSteps as readonly MoveStep[]).includes(step)

/** Why the files can't be read at all; nothing of them is imported. */
export const refusals = [
  'noFolder',
  'noDump',
  'managed',
  'notJson',
  'cut',
  'noCollections',
  'notAuthCsv',
  'hashIncomplete',
  'notUtf8',
  'tooLarge',
  'filesGone',
] as const
export type ImportRefusal = (typeof refusals)[number]

/** What stopped an import: its files, or a failure with details in the server log. */
export const stops = [...refusals, 'failed'] as const
export type MoveStop = (typeof stops)[number]

/** Which problems of a report are listed. */
export const problemLists = ['all', 'left', 'changed'] as const
export type ProblemList = (typeof problemLists)[number]

/** What is being done, and the progress as a count of a total. */
export interface Far {
  readonly doing: 'reading' | 'looking' | 'taking' | 'undoing'
  /** Kind of the last rows; null while files are read, and before the first row is undone. */
  readonly kind: Kind | null
  readonly done: number
  readonly of: number
}

export const percentOf = ({ done, of }: Pick<Far, 'done' | 'of'>): number =>
  of === 0 ? 100 : Math.min(100, Math.floor((done / of) * 100))

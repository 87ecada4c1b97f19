import type { Kind } from '../rules.ts'

/** What Firebase's own tools write, under the names by which they are known here. */
export const exportFiles = ['firestore.json', 'auth.json', 'auth.csv', 'hash.json'] as const
export type ExportFile = (typeof exportFiles)[number]

const MEGABYTE = 1024 * 1024

/** Bytes of each, as it lies on the admin's computer. */
export const mostBytesOf: Readonly<Record<ExportFile, number>> = {
  'firestore.json': 500 * MEGABYTE,
  'auth.json': 50 * MEGABYTE,
  'auth.csv': 50 * MEGABYTE,
  'hash.json': MEGABYTE / 8,
}

/** Bytes of a packed file that one call brings, and the most calls for one file. */
export const PART_BYTES = MEGABYTE
export const MOST_PARTS = 200

const patterns: readonly (readonly [ExportFile, RegExp])[] = [
  ['firestore.json', /^firestore.*\.json$/i],
  ['auth.json', /^auth.*\.json$/i],
  ['auth.csv', /^auth.*\.csv$/i],
  ['hash.json', /^hash.*\.(json|txt)$/i],
]
/** Of an export of Google Cloud, which is in the form of its own database. */
const MANAGED = /overall_export_metadata$|^output-\d+$|^all_namespaces/

export const isManaged = (name: string): boolean => MANAGED.test(name)

/** Which of them a chosen file is: browsers and people change names to 'auth (1).json'. */
export const exportFileOf = (name: string): ExportFile | null =>
  patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? null

/** How far a studio of Firebase is on its way through the screen. */
export const moveSteps = ['sending', 'looking', 'looked', 'taking', 'taken', 'undoing', 'undone', 'stopped'] as const
export type MoveStep = (typeof moveSteps)[number]

/** At which the server works by itself. */
export const runningSteps = ['looking', 'taking', 'undoing'] as const satisfies readonly MoveStep[]
export type RunningStep = (typeof runningSteps)[number]
export const isRunning = (step: MoveStep): step is RunningStep => (runningSteps as readonly MoveStep[]).includes(step)

/** Why files can't be read at all: nothing of them is taken. */
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

/** What stopped a move: its files, or a fault of which the server's own lines tell more. */
export const stops = [...refusals, 'failed'] as const
export type MoveStop = (typeof stops)[number]

/** Which problems of a report are listed. */
export const problemLists = ['all', 'left', 'changed'] as const
export type ProblemList = (typeof problemLists)[number]

/** What is being done, and how much of how much. */
export interface Far {
  readonly doing: 'reading' | 'looking' | 'taking' | 'undoing'
  /** Of which kind the last rows were; null while files are read, and before the first row is taken back. */
  readonly kind: Kind | null
  readonly done: number
  readonly of: number
}

export const percentOf = ({ done, of }: Pick<Far, 'done' | 'of'>): number =>
  of === 0 ? 100 : Math.min(100, Math.floor((done / of) * 100))

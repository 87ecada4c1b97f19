import fs from 'node:fs'
import path from 'node:path'
import { PGlite, type postgresMod } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DatabaseUnavailable } from '../errors.ts'

// PGlite itself never passes fsync to the disk, so a power cut destroys the database. And when Postgres stops itself
// (PANIC, after a failed sync or without room for the write-ahead log), PGlite goes on and reports the commit as done.
// This relies on internals of PGlite 0.5.16, so the version is pinned, and tests cover both cases.

const EIO = 29
/** Status with which PGlite's Postgres leaves its main loop after an ordinary error. */
const ORDINARY_ERROR = 100

interface Stream {
  readonly nfd: number
  readonly node: unknown
}

/** The parts of Emscripten's NODEFS that are used or replaced here. */
interface NodeFileSystem {
  realPath(node: unknown): string
  stream_ops: {
    fsync?: (stream: Stream) => number
    write(stream: Stream, ...what: unknown[]): number
    setattr(stream: Stream, attributes: unknown): void
  }
  node_ops: {
    setattr(node: unknown, attributes: unknown): void
    mknod(parent: unknown, name: string, mode: number, device: number): unknown
    rename(node: unknown, newFolder: unknown, newName: string): void
  }
}

/** The parts of PGlite's compiled module that are used or replaced here. */
interface CompiledModule {
  NODEFS: NodeFileSystem
  FS: { streams: ({ nfd?: number | null } | null)[] }
  _PostgresMainLoopOnce: () => void
}

/** PGlite's start parameters, with syncing on and buffers as small as a studio needs. */
export const SYNCING_START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
]

/** The file system of a PGlite database that survives a power cut. */
export class SyncingNodeFS extends NodeFS {
  /** Set when Postgres has stopped itself; from then on every call fails with it, until the folder is reopened. */
  failure: DatabaseUnavailable | undefined
  readonly #onDisk: Set<string>

  /**
   * Files in `onDisk` (from syncFiles) are not synced again until they are written to: after a crash, Postgres would
   * sync every file twice, one after the other.
   */
  constructor(folder: string, onDisk = new Set<string>()) {
    super(folder)
    this.#onDisk = onDisk
  }

  /** Call it when the folder is open: from then on every sync is done. */
  opened() {
    this.#onDisk.clear()
  }

  override async init(pg: PGlite, options: Partial<postgresMod.PostgresMod>) {
    const result = await super.init(pg, options)
    const change = (module: CompiledModule) => this.#addSyncing(module.NODEFS)
    result.emscriptenOpts.preRun = [...(result.emscriptenOpts.preRun ?? []), change]
    return result
  }

  /** Called by PGlite when its module is loaded and before Postgres starts. */
  override async initialSyncFs() {
    await super.initialSyncFs()
    const module = this.pg?.Module as CompiledModule
    const loopOnce = module._PostgresMainLoopOnce
    module._PostgresMainLoopOnce = () => {
      try {
        loopOnce()
      } catch (error) {
        if ((error as { status?: unknown }).status !== ORDINARY_ERROR) this.#stop(module, error)
        throw error
      }
    }
  }

  // PGlite ignores errors of its main loop and restores the stack; make that restore fail from now on
  #stop(module: CompiledModule, cause: unknown) {
    const failure = new DatabaseUnavailable('The embedded database stopped itself', { cause })
    const fail = () => {
      throw failure
    }
    this.failure = failure
    Object.assign(module, { stackSave: fail, stackRestore: fail })
    for (const stream of module.FS.streams) {
      if (typeof stream?.nfd === 'number') fs.closeSync(stream.nfd)
    }
  }

  #addSyncing(files: NodeFileSystem) {
    const onDisk = this.#onDisk
    const changes = (node: unknown) => void (onDisk.size > 0 && onDisk.delete(files.realPath(node)))
    const { write, setattr: setOpened } = files.stream_ops
    files.stream_ops.fsync = (stream) => {
      if (onDisk.size > 0 && onDisk.has(files.realPath(stream.node))) return 0
      // Postgres rightly stops after a failed sync: earlier writes may be lost
      orIoError(() => fs.fsyncSync(stream.nfd))
      return 0
    }
    files.stream_ops.write = (stream, ...what) => {
      changes(stream.node)
      return write(stream, ...what)
    }
    files.stream_ops.setattr = (stream, attributes) => {
      changes(stream.node)
      setOpened(stream, attributes)
    }
    const { mknod, rename, setattr } = files.node_ops
    files.node_ops.setattr = (node, attributes) => {
      changes(node)
      setattr(node, attributes)
    }
    files.node_ops.mknod = (parent, name, mode, device) => {
      const made = mknod(parent, name, mode, device)
      // Postgres syncs the folder after renaming a file, but not after creating one
      const folder = files.realPath(parent)
      if (!folder.includes('pgsql_tmp')) orIoError(() => syncPath(folder))
      return made
    }
    files.node_ops.rename = (node, newFolder, newName) => {
      changes(node)
      rename(node, newFolder, newName)
      onDisk.delete(path.join(files.realPath(newFolder), newName))
    }
  }
}

/** Converts errors to the shape that Emscripten passes on to Postgres; any other would break out of it. */
function orIoError(work: () => void) {
  try {
    work()
  } catch (cause) {
    throw Object.assign(new Error('I/O error', { cause }), { name: 'ErrnoError', errno: EIO })
  }
}

function syncPath(file: string) {
  const descriptor = fs.openSync(file, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Syncs every file and folder below, then the folder itself. */
export function syncTree(folder: string) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(inside)
    else if (entry.isFile()) syncPath(inside)
  }
  syncPath(folder)
}

/** Syncs that run in parallel: disks do this many nearly as fast as one. */
const SYNCS_AT_ONCE = 8

/** Syncs every file below, in other threads, and returns their paths. */
export async function syncFiles(folder: string): Promise<Set<string>> {
  const files = filesBelow(path.resolve(folder))
  const left = files.values()
  const lane = async () => {
    for (const file of left) await syncAside(file)
  }
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, lane))
  return new Set(files)
}

function filesBelow(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(inside)
    return entry.isFile() ? [inside] : []
  })
}

function syncAside(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    fs.open(file, 'r', (error, descriptor) => {
      if (error) return reject(error)
      fs.fsync(descriptor, (failure) => {
        fs.closeSync(descriptor)
        if (failure) reject(failure)
        else resolve()
      })
    })
  })
}

/** Creates a folder for its owner only; it and any new parent folders are on the disk when this returns. */
export function makeFolder(folder: string) {
  const made = fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  const top = path.dirname(path.resolve(made))
  for (let above = path.resolve(folder); above !== top;) {
    above = path.dirname(above)
    syncPath(above)
  }
}

import fs from 'node:fs'
import path from 'node:path'

const PAGE = 4096

/** An entry of a folder, as stored on the disk. */
interface Entry {
  readonly id: string
  readonly folder: boolean
}

type Changed = 'all' | Set<number>

const real = { ...fs }

/**
 * Records every change that this process makes below a folder, and keeps a copy of what a disk would hold if the power
 * failed now: file contents and folder entries as of their last sync.
 */
export class DurableDisk {
  /** False makes syncs have no effect, like a disk that lies or a program that doesn't sync. */
  syncing = true
  /** Number of changes and syncs so far. */
  operations = 0
  /** Number of the operation from which on syncs fail, as on a disk that is removed. */
  failingFrom = Infinity
  /** Called before each operation. */
  before: () => void = () => {}
  readonly #root: string
  readonly #store: string
  readonly #names = new Map<string, Map<string, Entry>>()
  readonly #stored = new Set<string>()
  readonly #changed = new Map<string, Changed>()
  /** Generation per inode number, because numbers are reused after a file is deleted. */
  readonly #lives = new Map<number, number>()
  readonly #opened = new Map<number, string>()

  constructor(root: string, store: string) {
    this.#root = root
    this.#store = store
    fs.mkdirSync(store, { recursive: true })
    this.#takeIn(root)
  }

  /** Treats the initial content as synced. */
  #takeIn(folder: string): void {
    this.#syncFolder(folder)
    for (const [name, { id, folder: isFolder }] of this.#namesIn(folder)) {
      const file = path.join(folder, name)
      if (isFolder) this.#takeIn(file)
      else {
        real.copyFileSync(file, path.join(this.#store, id))
        this.#stored.add(id)
      }
    }
  }

  /** Records file operations of this process until the returned function is called. */
  record(): () => void {
    const watch = (work: () => void) => {
      this.before()
      this.operations++
      work()
    }
    const replaced: Partial<typeof fs> = {
      openSync: (file, flags, mode) => {
        const descriptor = real.openSync(file, flags, mode)
        this.#opened.set(descriptor, String(file))
        return descriptor
      },
      fsyncSync: (descriptor) =>
        watch(() => {
          if (this.operations >= this.failingFrom) throw new Error('The disk has gone away')
          real.fsyncSync(descriptor)
          if (this.syncing) this.#sync(descriptor)
        }),
      renameSync: (from, to) =>
        watch(() => {
          this.#forget(String(to))
          real.renameSync(from, to)
        }),
      unlinkSync: (file) =>
        watch(() => {
          this.#forget(String(file))
          real.unlinkSync(file)
        }),
      rmdirSync: (folder) =>
        watch(() => {
          this.#forget(String(folder))
          real.rmdirSync(folder)
        }),
      rmSync: (file, options) =>
        watch(() => {
          this.#forget(String(file))
          real.rmSync(file, options)
        }),
      truncateSync: (file, length) =>
        watch(() => {
          real.truncateSync(file, length)
          this.#changed.set(this.#idOf(real.statSync(file)), 'all')
        }),
      ftruncateSync: (descriptor, length) =>
        watch(() => {
          real.ftruncateSync(descriptor, length)
          this.#changed.set(this.#idOf(real.fstatSync(descriptor)), 'all')
        }),
      writeFileSync: (file, data, options) =>
        watch(() => {
          real.writeFileSync(file, data, options)
          if (typeof file === 'string') this.#changed.set(this.#idOf(real.statSync(file)), 'all')
        }),
    }
    const writeSync = (...args: Parameters<typeof fs.writeSync>): number => {
      this.before()
      this.operations++
      const [descriptor, , , , position] = args as unknown as [number, unknown, unknown, unknown, unknown]
      const written = real.writeSync(...args)
      this.#note(this.#idOf(real.fstatSync(descriptor)), position, written)
      return written
    }
    // asynchronous opens, by other threads
    const open = (file: string, flags: string, ...more: unknown[]) => {
      const done = more.pop() as (error: Error | null, descriptor: number) => void
      // streams pass the mode as well
      real.open(file, flags, more[0] as fs.Mode | undefined, (error, descriptor) => {
        if (!error) this.#opened.set(descriptor, file)
        done(error, descriptor)
      })
    }
    const fsync = (descriptor: number, done: (error: Error | null) => void) => {
      this.before()
      this.operations++
      real.fsync(descriptor, (error) => {
        if (!error && this.syncing) this.#sync(descriptor)
        done(error)
      })
    }
    Object.assign(fs, replaced, { writeSync, open, fsync })
    return () => {
      for (const name of [...Object.keys(replaced), 'writeSync', 'open', 'fsync'] as (keyof typeof fs)[]) {
        Object.assign(fs, { [name]: real[name] })
      }
    }
  }

  /**
   * Writes into an empty folder what a power cut now would leave. With `more`, a random part of the unsynced pages is
   * included, as a file system may have written them on its own.
   */
  cut(target: string, more: boolean): void {
    const live = more ? this.#liveFiles(this.#root, new Map()) : new Map<string, string>()
    this.#writeFolder(this.#idOf(real.statSync(this.#root)), this.#root, target, live)
  }

  #writeFolder(id: string, folder: string, target: string, live: ReadonlyMap<string, string>): void {
    real.mkdirSync(target, { recursive: true })
    const there = live.size > 0 && Math.random() < 0.5 && real.existsSync(folder)
    const names = there ? this.#namesIn(folder) : (this.#names.get(id) ?? new Map<string, Entry>())
    for (const [name, entry] of names) {
      const [from, to] = [path.join(folder, name), path.join(target, name)]
      if (entry.folder) this.#writeFolder(entry.id, from, to, live)
      else this.#writeFile(entry.id, to, live.get(entry.id))
    }
  }

  #writeFile(id: string, to: string, live: string | undefined): void {
    if (this.#stored.has(id)) real.copyFileSync(path.join(this.#store, id), to)
    else real.writeFileSync(to, '')
    const changed = this.#changed.get(id)
    if (!live || !changed) return
    const size = real.statSync(live).size
    const pages = changed === 'all' ? Array.from({ length: Math.ceil(size / PAGE) }, (_, page) => page) : [...changed]
    copyPages(
      live,
      to,
      pages.filter(() => Math.random() < 0.5),
    )
  }

  #note(id: string, position: unknown, written: number): void {
    const changed = this.#changed.get(id) ?? new Set<number>()
    if (typeof position !== 'number' || changed === 'all') {
      this.#changed.set(id, 'all')
      return
    }
    const last = Math.floor((position + Math.max(1, written) - 1) / PAGE)
    for (let page = Math.floor(position / PAGE); page <= last; page++) changed.add(page)
    this.#changed.set(id, changed)
  }

  #sync(descriptor: number): void {
    const stat = real.fstatSync(descriptor)
    const file = this.#opened.get(descriptor)
    if (!file || !this.#isInside(file)) return
    if (stat.isDirectory()) return this.#syncFolder(file)
    const id = this.#idOf(stat)
    const stored = path.join(this.#store, id)
    const changed = this.#changed.get(id)
    if (!this.#stored.has(id)) real.copyFileSync(file, stored)
    else if (changed === 'all') real.copyFileSync(file, stored)
    else if (changed) copyPages(file, stored, [...changed])
    real.truncateSync(stored, stat.size)
    this.#stored.add(id)
    this.#changed.delete(id)
  }

  #syncFolder(folder: string): void {
    this.#names.set(this.#idOf(real.statSync(folder)), this.#namesIn(folder))
  }

  #namesIn(folder: string): Map<string, Entry> {
    const found = new Map<string, Entry>()
    for (const entry of real.readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory() && !entry.isFile()) continue
      const id = this.#idOf(real.lstatSync(path.join(folder, entry.name)))
      found.set(entry.name, { id, folder: entry.isDirectory() })
    }
    return found
  }

  #liveFiles(folder: string, found: Map<string, string>): Map<string, string> {
    for (const [name, { id, folder: isFolder }] of this.#namesIn(folder)) {
      const file = path.join(folder, name)
      if (isFolder) this.#liveFiles(file, found)
      else found.set(id, file)
    }
    return found
  }

  #forget(file: string): void {
    const stat = real.lstatSync(file, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) for (const name of real.readdirSync(file)) this.#forget(path.join(file, name))
    this.#lives.set(stat.ino, (this.#lives.get(stat.ino) ?? 0) + 1)
  }

  #idOf(stat: fs.Stats): string {
    return `${stat.ino}.${this.#lives.get(stat.ino) ?? 0}`
  }

  #isInside(file: string): boolean {
    return file === this.#root || file.startsWith(this.#root + path.sep)
  }
}

function copyPages(from: string, to: string, pages: readonly number[]): void {
  const [source, target] = [real.openSync(from, 'r'), real.openSync(to, 'r+')]
  const buffer = Buffer.alloc(PAGE)
  for (const page of pages) {
    const length = real.readSync(source, buffer, 0, PAGE, page * PAGE)
    if (length > 0) real.writeSync(target, buffer, 0, length, page * PAGE)
  }
  real.closeSync(source)
  real.closeSync(target)
}

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A small file system in memory; mounting it needs root, and a machine that allows it. */
export class SmallDisk {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Null when mounting is not possible. */
  static mount(megabytes: number): SmallDisk | null {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'small-disk-'))
    try {
      const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`]
      execFileSync('mount', [...options, 'small-disk', folder], { stdio: 'pipe' })
      return new SmallDisk(folder)
    } catch {
      fs.rmdirSync(folder)
      return null
    }
  }

  /** Fills all free space. */
  fill(): void {
    const file = fs.openSync(this.#ballast, 'a')
    for (let bytes = 1 << 20; bytes >= 1; bytes = bytes >> 4) {
      try {
        for (;;) if (fs.writeSync(file, Buffer.alloc(bytes)) < bytes) break
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error
      }
    }
    fs.closeSync(file)
  }

  makeRoom(): void {
    fs.rmSync(this.#ballast, { force: true })
  }

  remove(): void {
    execFileSync('umount', ['-l', this.folder], { stdio: 'pipe' })
    fs.rmdirSync(this.folder)
  }

  get #ballast(): string {
    return path.join(this.folder, 'ballast')
  }
}

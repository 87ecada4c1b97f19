import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runChild, type Child } from '#server/testing/child.ts'
import { StartRefused } from '../errors.ts'
import { lockFolder, socketPrefixOf } from './folderLock.ts'

/** Timeout (ms) of tests with many responses, on a busy computer. */
const BUSY = 4 * 60_000

let folder = ''
let children: Child[] = []

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))
  children = []
})
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()))
  fs.rmSync(folder, { recursive: true })
})

/** Starts another process that prints whether it got the lock, and keeps it. */
function anotherProcess(): Child {
  const child = runChild(
    `import { lockFolder } from '#server/db/embedded/folderLock.ts'
     setInterval(() => {}, 1000)
     await lockFolder(process.argv[1]).then(() => console.log('locked'), (error) => console.log(error.message))`,
    folder,
  )
  children.push(child)
  return child
}

async function leaveDeadLock(): Promise<void> {
  const dead = anotherProcess()
  expect(await dead.line()).toBe('locked')
  await dead.kill()
}

test('refuses a folder that another process holds, in one line that names the process', async () => {
  const other = anotherProcess()
  expect(await other.line()).toBe('locked')
  const refused = lockFolder(folder)
  await expect(refused).rejects.toBeInstanceOf(StartRefused)
  await expect(refused).rejects.toThrow(
    `The data folder ${folder} is already in use by another process (process ${other.process.pid}).`,
  )
})

test(
  'a stopped process keeps its lock',
  async () => {
    const other = anotherProcess()
    expect(await other.line()).toBe('locked')
    other.process.kill('SIGSTOP')
    await expect(lockFolder(folder)).rejects.toThrow('already in use by another process.')
  },
  BUSY,
)

test('a killed process loses its lock at once', async () => {
  const other = anotherProcess()
  expect(await other.line()).toBe('locked')
  await other.kill()
  expect(fs.readdirSync(folder)).toHaveLength(1)
  const lock = await lockFolder(folder)
  expect(fs.readdirSync(folder)).toHaveLength(1)
  await lock.release()
  expect(fs.readdirSync(folder)).toEqual([])
})

test('a released folder can be locked again', async () => {
  for (let round = 0; round < 3; round++) await (await lockFolder(folder)).release()
  expect(fs.readdirSync(folder)).toEqual([])
})

test(
  'of several processes that find a dead lock at once, exactly one gets the lock',
  async () => {
    await leaveDeadLock()
    const lines = await Promise.all(Array.from({ length: 4 }, () => anotherProcess().line()))
    expect(lines.filter((line) => line === 'locked')).toHaveLength(1)
    expect(lines.filter((line) => line?.includes('already in use'))).toHaveLength(3)
  },
  BUSY,
)

test(
  'of many concurrent processes, never more than one holds the lock, and finally one does',
  async () => {
    await leaveDeadLock()
    for (let round = 0; round < 30; round++) {
      const asked = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)))
      const locks = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(locks, `round ${round}`).toHaveLength(1)
      await locks[0]?.release()
    }
  },
  BUSY,
)

test('waits for a candidate that is too busy to respond, instead of taking it for the holder', async () => {
  const asked: net.Socket[] = []
  const busy = net.createServer((socket) => {
    asked.push(socket)
    // it sends nothing the first time, and is gone the second
    if (asked.length < 2) return
    busy.close()
    for (const one of asked) one.destroy()
  })
  // its name sorts after all others
  await once(busy.listen(`${socketPrefixOf(folder)}.zz`), 'listening')
  const lock = await lockFolder(folder)
  expect(asked).toHaveLength(2)
  await lock.release()
})

test('locks a folder elsewhere when its path is too long for a socket, under whatever name it is opened', async () => {
  const deep = path.join(folder, 'a'.repeat(120))
  fs.mkdirSync(deep)
  fs.symlinkSync(deep, path.join(folder, 'b'.repeat(120)))
  expect(path.dirname(socketPrefixOf(deep))).toBe(os.tmpdir())
  const lock = await lockFolder(deep)
  await expect(lockFolder(path.join(folder, 'b'.repeat(120)))).rejects.toThrow('already in use')
  await lock.release()
})

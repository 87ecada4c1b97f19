import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFolder } from '#server/db/syncingFiles.ts'
import { testSettings } from '#server/testing/studio.ts'
import { startProblem } from './startProblem.ts'

const home = mkdtempSync(join(tmpdir(), 'studio-start-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function thrownBy(action: () => void): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

it('names DATA_DIR where a file stands in the way of the folder, or above it', () => {
  const file = join(home, 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, join(file, 'data')]) {
    const line = startProblem(
      thrownBy(() => makeFolder(dataDir)),
      testSettings({ DATA_DIR: dataDir }),
    )
    expect(line).toMatch(/^DATA_DIR \S+ cannot be used \((EEXIST|ENOTDIR) at [^\n]*may write to\.$/)
  }
})

it('takes a folder that may not be written to for no trouble of the port', () => {
  const denied = Object.assign(new Error('denied'), { code: 'EACCES', syscall: 'mkdir', path: '/srv/x' })
  expect(startProblem(denied, testSettings({ DATA_DIR: '/srv/x' }))).toMatch(/^DATA_DIR \/srv\/x cannot be used/)
  const port = Object.assign(new Error('denied'), { code: 'EACCES', syscall: 'listen' })
  expect(startProblem(port, testSettings({ PORT: '80' }))).toMatch(/^Port 80 may not be opened/)
})

it('names HOST where there is no such address', async () => {
  const server = createServer().listen(0, 'no-such-host.invalid')
  const [error] = (await once(server, 'error')) as [unknown]
  expect(startProblem(error, testSettings({ HOST: 'no-such-host.invalid' }))).toBe(
    'HOST no-such-host.invalid is not an address of this computer.',
  )
})

it('leaves what it does not know to the error itself', () => {
  expect(startProblem(new Error('odd'), testSettings())).toBeNull()
})

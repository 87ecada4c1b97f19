import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sendOff } from './sendOff.ts'

let asked: string[]
let status: number
let pings: ReturnType<typeof createServer>
let lines: string[]
beforeEach(async () => {
  asked = []
  lines = []
  status = 200
  pings = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status).end()
  })
  await once(pings.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  pings.closeAllConnections()
  await once(pings.close(), 'close')
})

const pingUrl = () => `http://127.0.0.1:${(pings.address() as AddressInfo).port}/my-secret`
const report = (line: string) => void lines.push(line)

it('runs the command with the file, then calls the ping URL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-send-off-'))
  const file = join(folder, "a file's name.gz")
  writeFileSync(file, 'all of it')
  await sendOff(file, { command: `cp "$BACKUP_FILE" "${folder}/elsewhere"`, pingUrl: pingUrl() }, report)
  expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('all of it')
  expect(asked).toEqual(['/my-secret'])
  expect(lines).toEqual([])
})

it('reports a failed command, and does not call the ping URL', async () => {
  await sendOff('/none', { command: 'exit 3', pingUrl: pingUrl() }, report)
  expect(asked).toEqual([])
  expect(lines).toEqual(['BACKUP_COMMAND failed: the backup is on this computer alone.'])
})

it('stops waiting for the command when the server stops', async () => {
  const stops = new AbortController()
  const sent = sendOff('/none', { command: 'exec sleep 600', pingUrl: pingUrl() }, report, stops.signal)
  stops.abort()
  await sent
  expect(asked).toEqual([])
  expect(lines).toEqual(['BACKUP_COMMAND failed: the backup is on this computer alone.'])
})

it('continues when the ping gets no response, and never prints its URL', async () => {
  status = 500
  await sendOff('/none', { pingUrl: pingUrl() }, report)
  await sendOff('/none', { pingUrl: 'http://127.0.0.1:1/my-secret' }, report)
  expect(lines).toEqual(Array(2).fill('PING_URL could not be told of the backup.'))
})

it('does nothing without a command and a ping URL', async () => {
  await sendOff('/none', { command: null, pingUrl: null }, report)
  expect([asked, lines]).toEqual([[], []])
})

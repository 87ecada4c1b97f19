import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'

const dir = mkdtempSync(join(tmpdir(), 'studio-away-'))
writeFileSync(join(dir, 'index.html'), '<html lang="en"><head></head><body><div id="root"></div></body></html>')
copyFileSync(new URL('../../../public/offline.html', import.meta.url), join(dir, 'offline.html'))
let http: HttpStudio
beforeAll(async () => {
  http = await HttpStudio.open({ webDir: dir })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  await http.close()
  rmSync(dir, { recursive: true })
})

const asPage = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
const away = () =>
  vi.spyOn(http.services, 'identify').mockRejectedValue(new DatabaseUnavailable('The database cannot be reached'))

it.each(['/', '/classes', '/class/no-such-class?x=1'])(
  '%s shows a page that reloads by itself while the database is unavailable',
  async (path) => {
    expect((await http.fetch(path, asPage)).status).toBeLessThan(500)
    away()
    const answer = await http.fetch(path, asPage)
    expect(answer.status).toBe(503)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '1',
    })
    const html = await answer.text()
    // both languages are in it; the page's own script shows one
    for (const words of ['<h1>One moment</h1>', '<h1>Üks hetk</h1>', '<title>One moment</title>', 'src="/offline.js"'])
      expect(html).toContain(words)
    expect(html).not.toMatch(/You are offline|Internetiühendus puudub/)
  },
)

it('responds with data to a request that does not ask for HTML', async () => {
  away()
  const answer = await http.fetch('/initial', { headers: { accept: 'application/json' } })
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false, code: 'busy' }])
})

import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testSettings } from '#server/testing/studio.ts'
import { lookOf } from '#studio/settings/rules.ts'
import { serveLook } from './look.ts'
import { serveManifest } from './manifest.ts'

const settings = { ...testSettings({}) }
const sections = settings.sections.studio
let app: FastifyInstance
let logo: string | null

beforeEach(() => {
  settings.look = lookOf(sections, null)
  logo = null
  app = Fastify()
  serveLook(app, { settings, logo: async () => logo, mark: 'public/icon.svg' })
  serveManifest(app, settings)
})
afterEach(() => app.close())

const get = (url: string) => app.inject({ url })
const corner = async (file: Buffer) => {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { size: [info.width, info.height], colour: [...data.subarray(0, 3)] }
}
const icons = async () => (await get('/manifest.webmanifest')).json<{ icons: { src: string }[] }>().icons

it("uses the program's own look until the studio sets one", async () => {
  expect((await icons()).map(({ src }) => src)).toContain('/icons/icon-512.png')
  expect((await get(`/look/${settings.look.key}/logo.png`)).statusCode).toBe(404)
  expect((await get(`/look/${settings.look.key}/constructor`)).statusCode).toBe(404)
})

it('draws the icons in the accent colour, at a URL that changes with the colour', async () => {
  const before = settings.look.key
  settings.look = lookOf({ ...sections, accent: '#0B5D3B' }, null)
  expect(settings.look.key).not.toBe(before)
  for (const { src } of await icons()) {
    const answer = await get(src)
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(await corner(answer.rawPayload)).toMatchObject({ colour: [0x0b, 0x5d, 0x3b] })
  }
  const colours = await get(`/look/${settings.look.key}/colours.css`)
  expect(colours.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(colours.body).toContain(':root{--color-brand:#0b5d3b;')
  expect((await get('/look/0-red;}/colours.css')).statusCode).toBe(404)
})

it('makes square icons from a logo, and shows the current one at an older URL', async () => {
  const wide = sharp({ create: { width: 400, height: 200, channels: 3, background: '#c02020' } })
  logo = (await wide.png().toBuffer()).toString('base64')
  settings.look = lookOf(sections, 3)
  expect(await corner((await get(`/look/${settings.look.key}/logo.png`)).rawPayload)).toMatchObject({
    size: [400, 200],
  })
  const maskable = await get(`/look/${settings.look.key}/maskable-512.png`)
  expect(await corner(maskable.rawPayload)).toEqual({ size: [512, 512], colour: [0xc0, 0x20, 0x20] })
  const old = await get('/look/2-641a5c/logo.png')
  expect([old.statusCode, old.headers['cache-control']]).toEqual([200, 'no-cache'])
  // e-mail is read on pages of other sites
  expect(old.headers['cross-origin-resource-policy']).toBe('cross-origin')
})

import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { LOGO } from '../rules.ts'
import { redrawn } from './logo.ts'

const plain = (width: number, height: number, background = '#0a7d55') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A PNG with the given chunks, as an attacker could write it. */
function pngOf(width: number, height: number, ...chunks: readonly [name: string, data: Buffer][]): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const all: [string, Buffer][] = [['IHDR', head], ...chunks, ['IEND', Buffer.alloc(0)]]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...all.map(([name, data]) => chunkOf(name, data))])
}

function chunkOf(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const read = async (logo: string | null) => {
  if (logo === null) throw new Error('The picture was refused.')
  return await sharp(Buffer.from(logo, 'base64')).metadata()
}

describe('an uploaded logo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('in %s becomes a PNG of at most 512 pixels', async (format) => {
    const file = await plain(1600, 800).toFormat(format).toBuffer()
    expect(await read(await redrawn(file))).toMatchObject({ format: 'png', width: 512, height: 256 })
  })

  it('keeps only the pixels of the file', async () => {
    const file = await plain(200, 200)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .png()
      .toBuffer()
    const withNote = Buffer.concat([file, Buffer.from('a note behind it')])
    const logo = Buffer.from((await redrawn(withNote)) ?? '', 'base64')
    expect(logo.length).toBeGreaterThan(0)
    expect(logo.includes('a note behind it')).toBe(false)
    expect(logo.includes('secret place')).toBe(false)
  })

  it('may contain four bytes by chance that look like the beginning of an SVG', async () => {
    const file = await plain(200, 200).png().toBuffer()
    const by = async (bytes: string) => await redrawn(Buffer.concat([file, Buffer.from(bytes, 'latin1')]))
    expect(await read(await by('\x00<svg\xd5\x11'))).toMatchObject({ format: 'png' })
    expect(await by('<svg onload=alert(1)>')).toBeNull()
  })

  it('gets a background if it is transparent, dark for a light drawing', async () => {
    const drawn = async (colour: string) => {
      const dot = await plain(200, 200, colour).ensureAlpha().png().toBuffer()
      const ring = sharp({ create: { width: 400, height: 400, channels: 4, background: '#00000000' } })
      const logo = await redrawn(
        await ring
          .composite([{ input: dot }])
          .png()
          .toBuffer(),
      )
      return [
        ...(
          await sharp(Buffer.from(logo ?? '', 'base64'))
            .raw()
            .toBuffer()
        ).subarray(0, 3),
      ]
    }
    expect(await drawn('#102030')).toEqual([255, 255, 255])
    expect(await drawn('#fffbe0')).toEqual([0x24, 0x16, 0x27])
  })

  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>',
  )
  const script = Buffer.from('Comment\0<script>alert(1)</script>')
  const bomb = deflateSync(Buffer.alloc(300_000_000))
  const pixels = deflateSync(Buffer.alloc(300 * (1 + 3 * 300)))
  const packed = (beside: Buffer) => Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), beside])
  const text = packed(deflateSync(Buffer.alloc(30_000_000)))
  const texts = Array.from({ length: 60 }, () => ['zTXt', text] as [string, Buffer])
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a text', () => Buffer.from('no picture at all')],
    ['nothing', () => Buffer.alloc(0)],
    ['a drawing that holds a script', () => svg],
    ['one with the beginning of a PNG', () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg])],
    ['a GIF', () => plain(200, 200).gif().toBuffer()],
    ['too small a picture', () => plain(127, 400).png().toBuffer()],
    ['20,000 pixels in a row', () => plain(20_000, 130).png().toBuffer()],
    ['all the pixels there can be', () => pngOf(50_000, 50_000, ['IDAT', deflateSync(Buffer.alloc(1000))])],
    ['a picture that was cut off', async () => (await plain(800, 800).jpeg().toBuffer()).subarray(0, 2000)],
    ['one with a script behind it', async () => Buffer.concat([await plain(200, 200).png().toBuffer(), script])],
    ['one with a script in its texts', () => pngOf(300, 300, ['tEXt', script], ['IDAT', pixels])],
    ['pixels that unpack to 300 MB of nothing', () => pngOf(300, 300, ['IDAT', bomb])],
    ['texts that unpack to 30 MB each', () => pngOf(300, 300, ...texts, ['IDAT', pixels])],
    ['a colour profile that unpacks to 300 MB', () => pngOf(300, 300, ['iCCP', packed(bomb)], ['IDAT', pixels])],
    [
      'glass',
      () =>
        sharp({ create: { width: 200, height: 200, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
    ],
  ])('is refused if it is %s, within a second and 200 MB of memory', async (_, make) => {
    const file = await make()
    expect(file.length).toBeLessThanOrEqual(LOGO.most)
    const [began, before] = [performance.now(), process.memoryUsage.rss()]
    expect(await redrawn(file)).toBeNull()
    expect(performance.now() - began).toBeLessThan(1000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  })
})

import { inflateSync } from 'node:zlib'

/** Most bytes to which all texts and colour profiles of a picture together may decompress. */
const MOST_BESIDE = 4 * 1024 * 1024
/** Above this size in bytes, sharp itself decompresses no more than the picture needs. */
const MOST_COUNTED = 16 * 1024 * 1024

/**
 * Markup that a browser would run if the file were served as a page; requires a delimiter, as large pictures often
 * contain '<svg' by chance.
 */
const SCRIPT = /<(?:script|svg|html|!doctype|iframe)[\s/>]/i

/**
 * Returns false if the file contains what no picture needs: a script, or data that decompresses to far more than it
 * should.
 */
export const isHonest = (file: Buffer): boolean => !SCRIPT.test(file.toString('latin1')) && unpacksToLittle(file)

interface Chunk {
  readonly name: string
  readonly data: Buffer
}

/** Source: https://www.w3.org/TR/png-3/#5DataRep */
function chunksOf(file: Buffer): Chunk[] {
  const found: Chunk[] = []
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at)
    found.push({ name: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end) })
    at = end + 4
  }
  return found
}

/** Decoders decompress texts and profiles before they know the picture's size, however many there are. */
function unpacksToLittle(file: Buffer): boolean {
  if (file.toString('latin1', 1, 4) !== 'PNG') return true
  const chunks = chunksOf(file)
  let left = MOST_BESIDE
  for (const chunk of chunks) {
    const packed = packedIn(chunk)
    if (packed === null) continue
    left -= unpacked(packed, left)
    if (left <= 0) return false
  }
  const head = chunks.find(({ name }) => name === 'IHDR')?.data
  if (!head || head.length < 13) return false
  // twice the size, as an interlaced picture in seven passes has more rows
  const most = 2 * bytesOf(head) + 65_536
  const pixels = Buffer.concat(chunks.flatMap(({ name, data }) => (name === 'IDAT' ? [data] : [])))
  return most > MOST_COUNTED || unpacked(pixels, most) < most
}

/** Number of decompressed bytes, at most `most`; broken data is left to sharp, which stops at it. */
function unpacked(packed: Buffer, most: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: most }).length
  } catch (error) {
    return error instanceof RangeError ? most : 0
  }
}

/** Bytes of its rows, each with a leading filter byte. */
function bytesOf(head: Buffer): number {
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[head[9] ?? 0] ?? 4
  return head.readUInt32BE(4) * (1 + Math.ceil((head.readUInt32BE(0) * channels * (head[8] ?? 8)) / 8))
}

/** The compressed data of a chunk: after name, separator and method; in iTXt also after the flag, language and name. */
function packedIn({ name, data }: Chunk): Buffer | null {
  if (name !== 'zTXt' && name !== 'iCCP' && name !== 'iTXt') return null
  const end = data.indexOf(0)
  if (end === -1) return null
  if (name !== 'iTXt') return data.subarray(end + 2)
  const language = data[end + 1] === 1 ? data.indexOf(0, end + 3) : -1
  const translated = language === -1 ? -1 : data.indexOf(0, language + 1)
  return translated === -1 ? null : data.subarray(translated + 1)
}

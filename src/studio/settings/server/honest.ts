import { inflateSync } from 'node:zlib'

/** What the texts and colour profiles of a picture may unpack to, all together. */
const MOST_BESIDE = 4 * 1024 * 1024
/** Of more pixels than this sharp itself unpacks no more than there must be. */
const MOST_COUNTED = 16 * 1024 * 1024

/** What a browser would run or draw where the file is taken for a page; by chance '<svg' stands in many a large picture. */
const SCRIPT = /<(?:script|svg|html|!doctype|iframe)[\s/>]/i

/** False where a file holds what no picture needs: a script, or what unpacks to far more than it should. */
export const isHonest = (file: Buffer): boolean => !SCRIPT.test(file.toString('latin1')) && unpacksToLittle(file)

interface Chunk {
  readonly name: string
  readonly data: Buffer
}

/** https://www.w3.org/TR/png-3/#5DataRep */
function chunksOf(file: Buffer): Chunk[] {
  const found: Chunk[] = []
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at)
    found.push({ name: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end) })
    at = end + 4
  }
  return found
}

/** A reader unpacks texts and profiles before it knows how large the picture is, however many there are. */
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
  // what is drawn in seven passes has more rows
  const most = 2 * bytesOf(head) + 65_536
  const pixels = Buffer.concat(chunks.flatMap(({ name, data }) => (name === 'IDAT' ? [data] : [])))
  return most > MOST_COUNTED || unpacked(pixels, most) < most
}

/** How many bytes it unpacks to, at most so many; what is broken is left to sharp, which stops there. */
function unpacked(packed: Buffer, most: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: most }).length
  } catch (error) {
    return error instanceof RangeError ? most : 0
  }
}

/** Of its rows, each with a byte before it that says how it is written. */
function bytesOf(head: Buffer): number {
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[head[9] ?? 0] ?? 4
  return head.readUInt32BE(4) * (1 + Math.ceil((head.readUInt32BE(0) * channels * (head[8] ?? 8)) / 8))
}

/** Name, separator and method come first, and of a text in a language also whether it is packed, language and name. */
function packedIn({ name, data }: Chunk): Buffer | null {
  if (name !== 'zTXt' && name !== 'iCCP' && name !== 'iTXt') return null
  const end = data.indexOf(0)
  if (end === -1) return null
  if (name !== 'iTXt') return data.subarray(end + 2)
  const language = data[end + 1] === 1 ? data.indexOf(0, end + 3) : -1
  const translated = language === -1 ? -1 : data.indexOf(0, language + 1)
  return translated === -1 ? null : data.subarray(translated + 1)
}

/**
 * A short hash of a long text, the same in the browser and on the server. Two different texts share it by chance once
 * in 2^64; it is not safe against deliberate collisions. Two lanes of the Fowler–Noll–Vo hash (FNV-1a) over UTF-16 code
 * units, with a shift in each step, because multiplication alone never moves high bits into low ones.
 */
export function fingerprintOf(text: string): string {
  let one = 0x811c9dc5
  let other = 0x9e3779b9
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x01000193)
    one ^= one >>> 15
    other = Math.imul(other ^ unit, 0x2c1b3c6d)
    other ^= other >>> 13
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('.')
}

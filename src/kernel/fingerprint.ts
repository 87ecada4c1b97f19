/**
 * A short name for a long text, the same on both sides: of two texts that differ by chance one pair in 2^64 shares it.
 * No proof against whoever looks for such a pair. Two lanes of Fowler, Noll and Vo's hash (FNV-1a) over UTF-16 code units,
 * with a shift in each step: multiplying alone brings nothing from the high bits down to the low ones.
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

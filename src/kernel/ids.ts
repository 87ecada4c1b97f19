/** A new random text id, 22 characters of 128 random bits; the same on both sides. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

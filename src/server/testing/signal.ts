/** A moment that one part of a test waits for and another brings about. */
export function signal(): { fire: () => void; fired: Promise<void> } {
  let fire = () => {}
  const fired = new Promise<void>((resolve) => (fire = resolve))
  return { fire, fired }
}

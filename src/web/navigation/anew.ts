/**
 * The code of a screen is gone, as after an update of the studio's server: the page begins anew at the address that was
 * wanted, once for each file. Where that did not help, the screen says so.
 */
export function anew(error: unknown): 'failed' | Promise<never> {
  const tried = `anew: ${String(error)}`
  if (sessionStorage.getItem(tried)) return 'failed'
  sessionStorage.setItem(tried, 'yes')
  location.reload()
  return new Promise(() => {})
}

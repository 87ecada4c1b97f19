/** Downloads a file that the server serves at an address; the page stays. */
export function openFile(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.click()
}

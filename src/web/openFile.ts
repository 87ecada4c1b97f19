/** Saves what the server keeps at an address as a file of the reader's; the page stays. */
export function openFile(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.click()
}

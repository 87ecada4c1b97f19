/** Saves a text that the browser made as a file of the reader's. */
export function saveFile(name: string, text: string, type: 'text/csv' | 'text/html' | 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the download has its own hold on the data once it has begun
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

type FileType = 'text/csv' | 'text/plain' | 'text/html' | 'application/json' | 'image/svg+xml' | 'application/pdf'

/** Saves what the browser has as a file of the reader's. */
export function saveFile(name: string, content: BlobPart, type: FileType): void {
  const charset = typeof content === 'string' ? ';charset=utf-8' : ''
  const url = URL.createObjectURL(new Blob([content], { type: type + charset }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the download has its own hold on the data once it has begun
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

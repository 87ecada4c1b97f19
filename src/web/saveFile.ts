type FileType = 'text/csv' | 'text/plain' | 'text/html' | 'application/json' | 'image/svg+xml' | 'application/pdf'

/** Saves content from the browser as a file. */
export function saveFile(name: string, content: BlobPart, type: FileType): void {
  const charset = typeof content === 'string' ? ';charset=utf-8' : ''
  const url = URL.createObjectURL(new Blob([content], { type: type + charset }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // a download that has started keeps its own reference to the data
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

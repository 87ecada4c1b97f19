/** A file as base64, the form in which commands take it. */
export async function base64Of(file: Blob): Promise<string> {
  const reader = new FileReader()
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
  })
  reader.readAsDataURL(file)
  return (await read).replace(/^[^,]*,/, '')
}

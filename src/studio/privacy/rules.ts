/** Whether the typed name is the name, ignoring case and extra spaces. */
export function isNameOf(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ')
  return plain(typed) !== '' && plain(typed) === plain(name)
}

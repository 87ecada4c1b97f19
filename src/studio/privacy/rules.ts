/** Whether that is the name: capitals and spaces do not count. */
export function isNameOf(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ')
  return plain(typed) !== '' && plain(typed) === plain(name)
}

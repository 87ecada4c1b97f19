/** An e-mail with everything filled in that helps to find a problem, and nothing about the person. */
export function mailtoLink(mail: { to: string; subject: string; body: string }): string {
  return `mailto:${encodeURI(mail.to)}?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(crlf(mail.body))}`
}

// RFC 6068: line ends in a mailto address are CR LF
const crlf = (text: string) => text.replaceAll('\n', '\r\n')

/** A link to an e-mail that is filled in with what helps to find a problem, without data about the person. */
export function mailtoLink(mail: { to: string; subject: string; body: string }): string {
  return `mailto:${encodeURI(mail.to)}?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(crlf(mail.body))}`
}

// RFC 6068: line breaks in a mailto address are CR LF
const crlf = (text: string) => text.replaceAll('\n', '\r\n')

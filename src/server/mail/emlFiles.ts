import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Post } from './deliveries.ts'
import { messageOf, type QueuedLetter, type Sender } from './message.ts'

/** Without a mail server each letter becomes a file that any mail program opens, and `say` names it. */
export function emlFiles(folder: string, sender: Sender, say: (line: string) => void): Post {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(letter) {
      const { message } = await transport.sendMail(readable(messageOf(letter, sender), letter))
      const name = fileName(letter)
      // never half a letter: it is written under another name first
      const draft = join(folder, `.${name}.part`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(draft, message as Buffer, { mode: 0o600, flush: true })
      await rename(draft, join(folder, name))
      say(`An e-mail was written to ${join(folder, name)}`)
    },
    close() {},
  }
}

function fileName({ id, subject }: QueuedLetter): string {
  const slug = subject
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '')
  return `${id}-${slug || 'letter'}.eml`
}

// The text goes in as it is: whoever reads the file in a terminal can copy the link, which encoding would break up.
function readable(message: ReturnType<typeof messageOf>, { text, html }: QueuedLetter): typeof message {
  const type = 'text/plain; charset=utf-8'
  const raw = `Content-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`
  return {
    ...message,
    text: undefined,
    html: undefined,
    alternatives: [
      { contentType: type, raw },
      { contentType: 'text/html; charset=utf-8', content: html },
    ],
  }
}

import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import type { Post } from './deliveries.ts'
import { messageOf, type QueuedLetter, type Sender } from './message.ts'
import { stillThere } from './outbox.ts'

/** Without a mail server, writes each e-mail to a file that mail programs can open, and prints its name with `say`. */
export function emlFiles(folder: string, sender: Sender, say: (line: string) => void): Post {
  return {
    async deliver(letter) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(readable(messageOf(letter, sender), letter))
      const name = fileName(letter)
      // write under another name first, so that no file is ever incomplete
      const draft = join(folder, `.${name}.part`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(draft, message as Buffer, { mode: 0o600, flush: true })
      await rename(draft, join(folder, name))
      say(`An e-mail was written to ${join(folder, name)}`)
    },
    close() {},
  }
}

/** Deletes files of e-mails that the outbox no longer holds: old ones, and those to deleted people. */
export async function forgetFiles(folder: string, database: Database): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const files = names.flatMap((name) => {
    const id = /^(\d{1,15})-[a-z0-9-]+\.eml$/.exec(name)?.[1]
    return id === undefined ? [] : [{ name, id: Number(id) }]
  })
  // list the files before asking the outbox: an e-mail is in the outbox before its file exists
  const kept = await stillThere(
    database,
    files.map(({ id }) => id),
  )
  for (const { name, id } of files) if (!kept.has(id)) await rm(join(folder, name), { force: true })
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

// unencoded, so that links can be copied when the file is read in a terminal
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

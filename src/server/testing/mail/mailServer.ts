import { once } from 'node:events'
import net from 'node:net'

export interface ArrivedLetter {
  readonly from: string
  readonly to: readonly string[]
  /** The raw message, with CRLF line ends. */
  readonly raw: string
}

type Step = 'greeting' | 'from' | 'to' | 'data' | 'letter'
/** Replaces the usual reply by another, by endless silence, or by a cut connection. */
type Mischief = `${number} ${string}` | 'silence' | 'cut' | undefined

export interface MailServer {
  readonly url: string
  readonly port: number
  /** Accepted e-mails, without the refused ones. */
  readonly arrived: readonly ArrivedLetter[]
  /** Decides on misbehaviour at each step; undefined for the usual reply. */
  mischief: (step: Step, line: string) => Mischief
  /** Resolves when this many e-mails have arrived. */
  has(letters: number): Promise<void>
  /** Resolves when this many clients got no reply. */
  silentTo(clients: number): Promise<void>
  close(): Promise<void>
}

const usual: Readonly<Record<Step, string>> = {
  greeting: '220 test',
  from: '250 sender',
  to: '250 recipient',
  data: '354 go on',
  letter: '250 taken',
}

/** A real SMTP server on loopback, on a free port or on the given one, that misbehaves on request. */
export async function mailServer(port = 0): Promise<MailServer> {
  const arrived: ArrivedLetter[] = []
  const sockets = new Set<net.Socket>()
  const news = new EventTarget()
  const tell = () => news.dispatchEvent(new Event('news'))
  let silences = 0
  const until = async (done: () => boolean) => {
    while (!done()) await once(news, 'news')
  }

  const listener = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    /** Replies; returns whether the reply was positive. */
    const reply = (step: Step, line: string): boolean => {
      const instead = server.mischief(step, line)
      if (instead === 'cut') socket.destroy()
      else if (instead === 'silence') silences++
      else socket.write(`${instead ?? usual[step]}\r\n`)
      tell()
      return instead === undefined || instead === 'cut' || instead === 'silence'
    }
    converse(socket, reply, (letter) => {
      arrived.push(letter)
      tell()
    })
  })
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const taken = (listener.address() as net.AddressInfo).port
  const server: MailServer = {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    arrived,
    mischief: () => undefined,
    has: (letters) => until(() => arrived.length >= letters),
    silentTo: (clients) => until(() => silences >= clients),
    async close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
    },
  }
  return server
}

/** One client's session: reads lines, sends replies, and collects the e-mail between DATA and the single dot. */
function converse(
  socket: net.Socket,
  reply: (step: Step, line: string) => boolean,
  arrive: (letter: ArrivedLetter) => void,
) {
  let unfinished = ''
  let from = ''
  let to: string[] = []
  let letter: string[] | null = null

  const commands: Readonly<Record<string, (line: string) => void>> = {
    EHLO: () => socket.write('250-test\r\n250 8BITMIME\r\n'),
    RSET: () => socket.write('250 reset\r\n'),
    QUIT: () => socket.end('221 bye\r\n'),
    MAIL: (line) => {
      from = addressIn(line)
      to = []
      reply('from', line)
    },
    RCPT: (line) => {
      if (reply('to', line)) to.push(addressIn(line))
    },
    DATA: (line) => {
      if (reply('data', line)) letter = []
    },
  }
  const hear = (line: string) => {
    if (letter !== null && line !== '.') {
      letter.push(line.replace(/^\./, ''))
    } else if (letter !== null) {
      const raw = letter.join('\r\n')
      letter = null
      if (reply('letter', raw)) arrive({ from, to, raw })
    } else {
      const command = commands[line.slice(0, 4).toUpperCase()]
      if (command) command(line)
      else socket.write('500 unknown\r\n')
    }
  }
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (unfinished + text).split('\r\n')
    unfinished = lines.pop() ?? ''
    lines.forEach(hear)
  })
  reply('greeting', '')
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''

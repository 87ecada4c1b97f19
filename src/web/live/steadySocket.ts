/** 'offline' only after a moment without a connection, so that a short gap doesn't flicker. */
export type ConnectionState = 'connecting' | 'open' | 'offline'

/** What is done with what happens on it. */
interface SocketListener {
  /** A new socket is opened: what the last server said of itself no longer counts. */
  readonly opening: () => void
  /** A message came, read from JSON. */
  readonly received: (message: unknown) => void
  /** The server closed it, since whoever opened it is no longer who they were. */
  readonly callerChanged: () => void
  /** `state` is another one. */
  readonly stateChanged: () => void
}

/** The server beats every 20 s; this long without a word means the connection is dead. */
const SILENCE = 45_000
/** This long, and a beat was missed. */
const MISSED_BEAT = 25_000
const OFFLINE_AFTER = 2_500
const LONGEST_PAUSE = 3_000
/** The server's close code for "you are no longer who you were"; see server/live/socket.ts. */
const CALLER_CHANGED = 4001

/** A WebSocket that opens again by itself after a loss, and also when it only looks open. */
export class SteadySocket {
  readonly #url: string
  readonly #listener: SocketListener
  #socket: WebSocket | null = null
  #state: ConnectionState = 'connecting'
  #attempts = 0
  #heardAt = Date.now()
  #retryTimer: ReturnType<typeof setTimeout> | null = null
  #offlineTimer: ReturnType<typeof setTimeout> | null = null

  constructor(url: string, listener: SocketListener) {
    this.#url = url
    this.#listener = listener
  }

  get state(): ConnectionState {
    return this.#state
  }

  start(): void {
    this.#open()
    setInterval(() => {
      if (this.#socket?.readyState === WebSocket.OPEN && Date.now() - this.#heardAt > SILENCE) this.reopen()
    }, 5_000)
    addEventListener('online', () => this.reopen())
    addEventListener('offline', () => this.#socket?.close())
    document.addEventListener('visibilitychange', () => {
      // A phone that slept may hold a socket that only looks open: nothing has come from it since.
      const isDoubtful = this.#state !== 'open' || Date.now() - this.#heardAt > MISSED_BEAT
      if (document.visibilityState === 'visible' && isDoubtful) this.reopen()
    })
  }

  /** Sent when it is open, and else not at all. */
  send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  reopen(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer)
    const old = this.#socket
    this.#socket = null
    old?.close()
    this.#lost()
    this.#open()
  }

  #open(): void {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    this.#listener.opening()
    socket.addEventListener('open', () => {
      this.#heardAt = Date.now()
      this.#attempts = 0
      this.#found()
    })
    socket.addEventListener('message', (event) => {
      if (this.#socket !== socket) return
      this.#heardAt = Date.now()
      this.#listener.received(JSON.parse(String(event.data)))
    })
    socket.addEventListener('close', (event) => {
      if (this.#socket !== socket) return
      const isCallerChanged = event.code === CALLER_CHANGED
      if (isCallerChanged) this.#listener.callerChanged()
      this.#socket = null
      this.#lost()
      // Spread out, so that a restarted server is not met by everyone at once.
      const pause = Math.min(LONGEST_PAUSE, 250 * 1.7 ** this.#attempts++) * (0.5 + Math.random())
      this.#retryTimer = setTimeout(() => this.#open(), isCallerChanged ? 0 : pause)
    })
  }

  #found(): void {
    if (this.#offlineTimer) clearTimeout(this.#offlineTimer)
    this.#offlineTimer = null
    this.#change('open')
  }

  #lost(): void {
    if (this.#state === 'offline') return
    if (this.#state === 'open') this.#change('connecting')
    this.#offlineTimer ??= setTimeout(() => this.#change('offline'), OFFLINE_AFTER)
  }

  #change(state: ConnectionState): void {
    this.#state = state
    this.#listener.stateChanged()
  }
}

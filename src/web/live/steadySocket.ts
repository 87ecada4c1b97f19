/** 'offline' is reported only after a short delay, so that a short gap does not flicker. */
export type ConnectionState = 'connecting' | 'open' | 'offline'

/** Callbacks of a socket. */
interface SocketListener {
  /** A new socket is being opened: what the last server announced no longer applies. */
  readonly opening: () => void
  /** A message arrived; parsed from JSON. */
  readonly received: (message: unknown) => void
  /** The server closed the socket because its session's account or role has changed. */
  readonly callerChanged: () => void
  /** `state` has changed. */
  readonly stateChanged: () => void
}

/** In ms. The server sends a heartbeat every 20 s; a connection that is silent for this long is dead. */
const SILENCE = 45_000
/** In ms. After this silence a heartbeat was missed. */
const MISSED_BEAT = 25_000
const OFFLINE_AFTER = 2_500
const LONGEST_PAUSE = 3_000
/** Close code of the server for a changed account or role; see server/live/socket.ts. */
const CALLER_CHANGED = 4001

/** A WebSocket that reconnects by itself, also when it only looks open. */
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
      // A phone that slept may hold a socket that only looks open and receives nothing.
      const isDoubtful = this.#state !== 'open' || Date.now() - this.#heardAt > MISSED_BEAT
      if (document.visibilityState === 'visible' && isDoubtful) this.reopen()
    })
  }

  /** Sends while the socket is open; otherwise drops the message. */
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
      // random, so that not all browsers reconnect to a restarted server at once
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

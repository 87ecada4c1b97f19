import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { differenceOf } from '#kernel/difference.ts'
import { fingerprintOf } from '#kernel/fingerprint.ts'
import { LiveConnection, MOST_KEPT, type Live } from './connection.ts'

const QUERY = ['classes.list', {}] as const
const KEY = 'classes.list{}'
const answer = (name: string) => ({
  classes: [
    { id: 'one', name: 'Girls, beginners' },
    { id: 'two', name },
  ],
})
const json = (name: string) => JSON.stringify(answer(name))

/** A socket whose server side is the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  readonly readyState = FakeSocket.OPEN
  readonly sent: unknown[] = []
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {}
  tell(frame: object): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }))
  }
}

/** The first message of a server. */
const HELLO = { caller: 'visitor', build: 'new', differences: true }

let sockets: FakeSocket[] = []
let connection: LiveConnection
let shown: Live<unknown>[] = []
const asks = { watch: KEY, name: QUERY[0], input: QUERY[1], differences: true }

function socketAt(place: number): FakeSocket {
  const socket = sockets[place]
  if (!socket) throw new Error(`There is no socket ${place}.`)
  return socket
}

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  shown = []
  const open = function () {
    const socket = new FakeSocket()
    sockets.push(socket)
    return socket
  }
  vi.stubGlobal('WebSocket', Object.assign(open, { OPEN: FakeSocket.OPEN }))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', new EventTarget())
  connection = new LiveConnection('ws://localhost/live')
  connection.start()
  connection.watch(...QUERY, () => shown.push(connection.current(...QUERY)))
  socketAt(0).tell(HELLO)
  socketAt(0).tell({ key: KEY, answer: answer('Boys') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('drops the oldest unwatched answers, so that the server refuses no query', () => {
  const { sent } = socketAt(0)
  const left = () => sent.flatMap((message) => (message as { leave?: string }).leave ?? [])
  for (let page = 1; page <= 200; page++) connection.warm('accounts.users', { page })
  expect(left()).toEqual(Array.from({ length: 200 - MOST_KEPT }, (_, n) => `accounts.users{"page":${n + 1}}`))
  expect(connection.current(...QUERY)).toMatchObject({ state: 'ready' })
  // asking for one again makes it the newest
  connection.warm('accounts.users', { page: 200 - MOST_KEPT + 1 })
  connection.warm('accounts.users', { page: 201 })
  expect(left().at(-1)).toBe(`accounts.users{"page":${200 - MOST_KEPT + 2}}`)
  expect(left()).not.toContain(KEY)
})

describe('a live answer in the browser', () => {
  it('is composed of the last answer and the difference', () => {
    socketAt(0).tell({ key: KEY, difference: differenceOf(json('Boys'), json('K-POP')) })
    socketAt(0).tell({ key: KEY, difference: differenceOf(json('K-POP'), json('Fitness')) })
    expect(shown).toEqual(['Boys', 'K-POP', 'Fitness'].map((name) => ({ state: 'ready', answer: answer(name) })))
    expect(socketAt(0).sent).toEqual([asks])
  })

  it('is requested again when the difference does not fit, and stays on screen until then', () => {
    socketAt(0).tell({ key: KEY, difference: differenceOf(json('Somebody else'), json('K-POP')) })
    expect(socketAt(0).sent).toEqual([asks, { leave: KEY }, asks])
    expect(shown).toHaveLength(1)
    socketAt(0).tell({ key: KEY, answer: answer('K-POP') })
    expect(connection.current(...QUERY)).toEqual({ state: 'ready', answer: answer('K-POP') })
  })

  it('comes whole after leaving and watching again, and ignores differences that are still on their way', () => {
    connection.retry(...QUERY)
    connection.restart()
    const again = socketAt(1)
    again.tell(HELLO)
    again.tell({ key: KEY, difference: differenceOf(json('Boys'), json('Gone')) })
    expect(connection.current(...QUERY)).toEqual({ state: 'loading' })
    again.tell({ key: KEY, answer: answer('K-POP') })
    expect(connection.current(...QUERY)).toEqual({ state: 'ready', answer: answer('K-POP') })
    expect([socketAt(0).sent, again.sent]).toEqual([[asks, { leave: KEY }, asks], [asks]])
  })

  it('is requested whole from a server that supports no differences', () => {
    connection.restart()
    expect(socketAt(1).sent).toEqual([])
    socketAt(1).tell({ caller: 'visitor', build: 'old' })
    const { differences: _, ...plain } = asks
    expect(socketAt(1).sent).toEqual([plain])
  })

  describe('on screen while reconnecting to a server that supports fingerprints', () => {
    const KNOWS = { ...HELLO, fingerprints: true }
    const asksAgain = { ...asks, has: fingerprintOf(json('Boys')) }
    const meetAgain = () => {
      socketAt(0).dispatchEvent(new Event('close'))
      vi.runOnlyPendingTimers()
      socketAt(1).tell(KNOWS)
      return socketAt(1)
    }

    it('is not sent again while it is unchanged, and later differences apply to it', () => {
      const again = meetAgain()
      expect(again.sent).toEqual([asksAgain])
      again.tell({ key: KEY, same: true })
      again.tell({ key: KEY, difference: differenceOf(json('Boys'), json('K-POP')) })
      expect(shown).toEqual(['Boys', 'K-POP'].map((name) => ({ state: 'ready', answer: answer(name) })))
      expect(again.sent).toEqual([asksAgain])
    })

    it('is stale after a reconnect until the server confirms that it is unchanged', () => {
      const fresh: boolean[] = []
      connection.onState(() => fresh.push(connection.isFresh(...QUERY)))
      expect(connection.isFresh(...QUERY)).toBe(true)
      const again = meetAgain()
      expect(connection.isFresh(...QUERY)).toBe(false)
      again.tell({ key: KEY, same: true })
      expect(fresh.at(-1)).toBe(true)
      expect(shown).toHaveLength(1)
    })

    it('is replaced where the server sends another one', () => {
      const again = meetAgain()
      again.tell({ key: KEY, answer: answer('K-POP') })
      again.tell({ key: KEY, difference: differenceOf(json('K-POP'), json('Fitness')) })
      expect(shown).toEqual(['Boys', 'K-POP', 'Fitness'].map((name) => ({ state: 'ready', answer: answer(name) })))
    })

    it('does not send its fingerprint after the account has changed', () => {
      connection.restart()
      socketAt(1).tell(KNOWS)
      expect(socketAt(1).sent).toEqual([asks])
    })
  })

  it('ignores messages of a connection that was closed', () => {
    connection.restart()
    socketAt(1).tell(HELLO)
    socketAt(1).tell({ key: KEY, answer: answer('K-POP') })
    socketAt(0).tell({ key: KEY, difference: differenceOf(json('Boys'), json('Gone')) })
    socketAt(0).tell({ key: KEY, answer: answer('Gone') })
    expect(connection.current(...QUERY)).toEqual({ state: 'ready', answer: answer('K-POP') })
    expect(socketAt(0).sent).toEqual([asks])
  })
})

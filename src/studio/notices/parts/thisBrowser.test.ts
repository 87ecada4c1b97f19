import { afterEach, expect, it, vi } from 'vitest'
import { pushSupport } from './thisBrowser.ts'

afterEach(() => vi.unstubAllGlobals())

const [safari, mac] = [
  'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/604.1',
  'Macintosh; Intel Mac OS X 10_15_7',
]
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${safari}`

it.each([
  ['an iPhone, in the browser', iPhone, 5, [], 'homeScreen'],
  ['an iPad, which calls itself a Mac', `Mozilla/5.0 (${mac}) ${safari}`, 5, [], 'homeScreen'],
  ['a Mac that is too old', `Mozilla/5.0 (${mac}) ${safari}`, 0, [], 'unsupported'],
  ['an iPhone, from the home screen', iPhone, 5, ['default'], 'ready'],
  ['a browser in which its owner said no', iPhone, 5, ['denied'], 'denied'],
])('says what the browser can do about pushes: %s', (_, userAgent, maxTouchPoints, [permission], expected) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
  const notification = permission && { permission }
  vi.stubGlobal('window', notification ? { PushManager: {}, Notification: notification } : {})
  vi.stubGlobal('Notification', notification)
  expect(pushSupport()).toBe(expected)
})

import { expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { isPushService, tellAt, titleAbout } from './rules.ts'

const zone = 'Europe/Tallinn'

it.each([
  ['by day', '2026-03-10T10:00:00Z', '2026-03-10T10:00:00Z'],
  ['a minute before ten in the evening', '2026-03-10T19:59:00Z', '2026-03-10T19:59:00Z'],
  ['from ten in the evening', '2026-03-10T20:00:00Z', '2026-03-11T06:00:00Z'],
  ['after midnight', '2026-03-10T23:00:00Z', '2026-03-11T06:00:00Z'],
  ['from eight in the morning', '2026-03-11T06:00:00Z', '2026-03-11T06:00:00Z'],
  ['in the night when the clocks go forward', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00Z'],
])('sends at once by day, and at eight after the quiet hours: %s', (_, now, told) => {
  const at = Date.parse(now)
  expect(new Date(tellAt(at, at + 48 * HOUR, zone))).toEqual(new Date(told))
})

it('tells at any hour about the next twelve hours', () => {
  const night = Date.parse('2026-03-10T23:00:00Z')
  expect(tellAt(night, night + 12 * HOUR, zone)).toBe(night)
})

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://jmt17.google.com/fcm/send/abc', true],
  ['https://jmt17.google.com.example.ee/fcm/send/abc', false],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://fcm.googleapis.com.example.ee/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://evil-fcm.googleapis.com.ee/', false],
  ['nonsense', false],
])('%s is accepted as a push service: %s', (endpoint, known) => {
  expect(isPushService(endpoint)).toBe(known)
})

it.each([
  ['Liisu', 'A place is free', 'Liisu: A place is free'],
  ['Liisu', 'Liisu turns 18 on 3 May', 'Liisu turns 18 on 3 May'],
  ['Liisu', 'Liisu: another guardian', 'Liisu: another guardian'],
  ['An', 'Another class is cancelled', 'An: Another class is cancelled'],
  [null, 'A place is free', 'A place is free'],
])('a title about %j that reads %j begins with the name once', (of, title, whole) => {
  expect(titleAbout(of, title)).toBe(whole)
})

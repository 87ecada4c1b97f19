import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LONGEST_MESSAGE, MESSAGES, MOST_WATCHED } from '#server/live/socket.ts'

const security = readFileSync('docs/security.md', 'utf8').replaceAll(/\s+/g, ' ')

it('docs/security.md states the limits of a live socket', () => {
  const { visitor, unverified, user, teacher, admin } = MOST_WATCHED
  expect([unverified, teacher]).toEqual([visitor, admin])
  expect(security).toContain(`messages on a live socket (${LONGEST_MESSAGE / 1024} kB)`)
  expect(security).toContain(
    `questions that one socket watches (${visitor} of a visitor, ${user} of a member, ${admin} of staff)`,
  )
  expect(security).toContain(`and asks (${MESSAGES.atOnce} at once, ${MESSAGES.aSecond} a second)`)
})

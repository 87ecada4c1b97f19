import { expect, it } from 'vitest'
import { messages } from '#kernel/messages.ts'
import { refusals, signInRefusals } from '#studio/accounts/messages.ts'
import { explain, fieldTexts, isFailure, joined } from './refusals.ts'

const course = messages({
  courseFull: ['Course is full.', 'Kursus on täis.'],
  notAllowed: ['Only the studio may do this.', 'Seda saab teha ainult stuudio.'],
  left: [(p: { places: number }) => `${p.places} left.`, (p) => `${p.places} vaba.`],
})

it('prefers the text of the concept to the common one', () => {
  expect(explain({ code: 'notAllowed' }, 'en', [course])).toBe('Only the studio may do this.')
  expect(explain({ code: 'notAllowed' }, 'en', [])).toBe('You are not allowed to do this.')
})

it('adds after the text what would help', () => {
  const full = messages({
    courseFull: ['Course is full.', 'Kursus on täis.'],
    classFull: ['Class is full', 'Trenn on täis.'],
    classFullHelps: ['Choose another class.', 'Vali teine trenn.'],
  })
  expect(explain({ code: 'classFull' }, 'en', [full])).toBe('Class is full. Choose another class.')
  expect(explain({ code: 'classFull' }, 'et', [full])).toBe('Trenn on täis. Vali teine trenn.')
  expect(explain({ code: 'courseFull' }, 'en', [full])).toBe('Course is full.')
})

it('uses the reader’s language and fills in the parameters', () => {
  expect(explain({ code: 'left', params: { places: 3 } }, 'et', [course])).toBe('3 vaba.')
})

it('writes waiting times in everyday words', () => {
  const wait = (seconds: number, language: 'en' | 'et') =>
    explain({ code: 'tooManyRequests', params: { seconds } }, language, [])
  expect(wait(5, 'en')).toBe('Too many attempts. Please try again in 5 seconds.')
  expect(wait(61, 'en')).toBe('Too many attempts. Please try again in 2 minutes.')
  expect(wait(7200, 'et')).toBe('Liiga palju katseid. Palun proovi uuesti 2 tunni pärast.')
})

it.each(['new', 'constructor', '__proto__'])('treats the unknown code "%s" as an unexpected failure', (code) => {
  expect(explain({ code }, 'en', [course])).toBe('Something went wrong on our side. Please try again.')
})

it('gives each wrong field its text', () => {
  const inEnglish = (refusal: { code: string }) => explain(refusal, 'en', [course])
  expect(fieldTexts({ fields: { name: 'courseFull' } }, inEnglish)).toEqual({ name: 'Course is full.' })
  expect(fieldTexts({}, inEnglish)).toEqual({})
})

it('distinguishes network failures from responses of the studio', () => {
  expect(isFailure('unreachable')).toBe(true)
  expect(isFailure('courseFull')).toBe(false)
})

it('reports a name or password without visible characters at its field', () => {
  const say = (code: string, language: 'en' | 'et') => explain({ code }, language, [refusals])
  expect(say('nameMisleading', 'en')).toBe('Please use visible characters only.')
  expect(say('nameMisleading', 'et')).toBe('Palun kasuta ainult nähtavaid märke.')
  expect(say('passwordBlank', 'en')).toBe('Password cannot consist of spaces only.')
  expect(say('passwordBlank', 'et')).toBe('Parool ei saa koosneda ainult tühikutest.')
})

it('joins what failed and the reason, and asks only once to try again', () => {
  const say = (code: string, language: 'en' | 'et', params = {}) => explain({ code, params }, language, [])
  expect(joined('Failed to create payment. Please try again.', say('busy', 'en'))).toBe(
    'Failed to create payment. Please try again. Too much is going on right now.',
  )
  expect(joined('Failed to add class. Please check all fields and try again.', say('unreachable', 'en'))).toBe(
    'Failed to add class. Please check all fields and try again. There is no connection.',
  )
  expect(joined('Sign up failed. Please try again.', say('deadlineExceeded', 'en'))).toBe(
    'Sign up failed. Please try again. The answer took too long.',
  )
  expect(joined('Class registration failed. Please try again.', say('unexpected', 'en', { id: 'x7' }))).toBe(
    'Class registration failed. Please try again. Something went wrong on our side. If it happens again, please tell us this number: x7',
  )
  for (const code of ['busy', 'unreachable', 'deadlineExceeded', 'unexpected']) {
    expect(joined('Makset ei õnnestunud luua. Palun proovi uuesti.', say(code, 'et')).match(/uuesti/g)).toHaveLength(1)
  }
  expect(joined('Class cancellation failed. Please try again.', 'Schedule not found')).toBe(
    'Class cancellation failed. Please try again. Schedule not found',
  )
  expect(joined('Failed to update member level', say('busy', 'en'))).toBe(
    'Failed to update member level. Too much is going on right now. Please try again in a moment.',
  )
})

it('begins with the concept’s failure text, also when the request never arrived', () => {
  const failures = messages({
    unexpected: [
      'Course registration failed. Please try again.',
      'Kursusele ei õnnestunud registreeruda. Palun proovi uuesti.',
    ],
  })
  const say = (code: string) => explain({ code }, 'en', [failures, course])
  expect(say('unexpected')).toBe('Course registration failed. Please try again.')
  expect(say('unreachable')).toBe('Course registration failed. Please try again. There is no connection.')
  expect(say('courseFull')).toBe('Course is full.')
  expect(say('notAllowed')).toBe('Only the studio may do this.')
  expect(say('tooManyRequests')).toBe('Too many attempts. Please try again in 1 minute.')
})

it('says at the sign-in form that the password was not checked, and what helps', () => {
  const busy = (language: 'en' | 'et') => explain({ code: 'busy' }, language, [signInRefusals, refusals])
  expect(busy('en')).toContain('your password could not be checked. Please wait a minute and try again.')
  expect(busy('et')).toContain('sinu parooli ei jõutud kontrollida. Palun oota minut ja proovi siis uuesti.')
})

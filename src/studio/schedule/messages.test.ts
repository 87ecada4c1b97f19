import { expect, it } from 'vitest'
import { languages } from '#kernel/messages.ts'
import { schedule } from './contract.ts'
import { formTexts, refusals } from './messages.ts'
import { seriesTexts } from './messages/series.ts'
import { checkEntry } from './rules/entry.ts'
import { checkPlan } from './rules/plan.ts'

const wrongPlan = {
  classId: '',
  weekdays: [],
  startDate: '2026-11-26',
  endDate: '2026-11-25',
  startTime: '18:00',
  endTime: '17:00',
  standardPrice: -1,
  memberPrice: -1,
}
const otherWrongPlan = { ...wrongPlan, endDate: '2036-11-26', standardPrice: null, memberPrice: 500 }

const wrongEntry = {
  className: '',
  classDescription: 'a'.repeat(301),
  maxParticipants: 0,
  categories: [],
  startDate: '',
  startTime: '',
  endDate: '',
  endTime: '',
  standardPrice: null,
  memberPrice: 500,
}
const day = { startDate: '2026-03-10', startTime: '18:00', endDate: '2026-03-10', endTime: '17:00' }
const otherWrongEntry = { ...wrongEntry, ...day, className: 'a'.repeat(51), maxParticipants: 4, categories: ['?'] }
const shortEntry = { ...wrongEntry, className: 'a' }

it.each(languages)('there is a text for every refusal of a weekly plan and of its fields (%s)', (language) => {
  const fields = [wrongPlan, otherWrongPlan].flatMap((plan) => Object.values(checkPlan(plan)))
  const entries = [wrongEntry, otherWrongEntry, shortEntry].flatMap((entry) =>
    Object.values(checkEntry(entry, { heldCount: 0, registeredCount: 5, categories: [] }, [])),
  )
  const { add, update, delete: takeOff, editSeries, cancelSeries, undoChange } = schedule
  const commands = [add, update, takeOff, editSeries, cancelSeries, undoChange].flatMap(
    ({ refuses }): readonly string[] => refuses,
  )
  const codes = [...commands, ...fields, ...entries, 'noMatchingDate']
  expect(codes.filter((code) => !Object.hasOwn(refusals[language], code))).toEqual([])
})

it('texts mention no room if the studio has no rooms', () => {
  expect(formTexts.en.changedHint(8, 1, false)).toBe(
    'If you change the time or the teacher, 7 people and the teacher get an e-mail.',
  )
  expect(formTexts.et.changedHint(8, 1, false)).not.toContain('saal')
  expect(formTexts.en.changedHint(8, 1, true)).toContain('the time, the room or the teacher')
})

it('promises e-mails about several classes no sooner than they can go: they also wait for others, and at night', () => {
  expect(seriesTexts.en.told(12, 0)).toBe(
    '12 people get one e-mail each within 20 minutes, at night in the morning at the latest. You can undo it for two minutes.',
  )
  expect(seriesTexts.en.told(1, 1)).toMatch(/^The teacher gets one e-mail within 20 minutes/)
  expect(seriesTexts.et.told(12, 0)).toBe(
    '12 inimest saavad 20 minuti jooksul, öösel hiljemalt hommikul ühe e-kirja. Kahe minuti jooksul saad selle tagasi võtta.',
  )
  expect(seriesTexts.en.lettersWait).toBe('You can undo it for two minutes: no e-mail is sent before that.')
})

import { expect, it } from 'vitest'
import { languages } from '#kernel/messages.ts'
import { schedule } from './contract.ts'
import { refusals } from './messages.ts'
import { checkPlan } from './rules/weekly.ts'

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

it.each(languages)('has a text for every refusal of a weekly plan and of its fields (%s)', (language) => {
  const fields = [wrongPlan, otherWrongPlan].flatMap((plan) => Object.values(checkPlan(plan)))
  const codes = [...schedule.add.refuses, ...fields, 'noMatchingDate']
  expect(codes.filter((code) => !Object.hasOwn(refusals[language], code))).toEqual([])
})

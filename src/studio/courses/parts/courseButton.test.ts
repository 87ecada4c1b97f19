import { describe, expect, test } from 'vitest'
import { courseButton } from './courseButton.ts'

const course = {
  status: 'active' as const,
  startDate: '2026-05-10',
  endDate: '2026-06-10',
  regDeadline: '2026-05-08',
  registeredCount: 3,
  heldCount: 0,
  defaultMaxParticipants: 10,
}

describe('the button of a course', () => {
  test('registers until the end of the registration deadline', () => {
    expect(courseButton(course, false, '2026-05-08')).toEqual({ does: 'register', refusal: null })
    expect(courseButton(course, false, '2026-05-09')).toEqual({ does: 'register', refusal: 'courseDeadlinePassed' })
  })

  test('says that the course is full', () => {
    const full = { ...course, registeredCount: 10 }
    expect(courseButton(full, false, '2026-05-01')).toEqual({ does: 'register', refusal: 'courseFull' })
  })

  test('cancels for a registered person until the course starts, even when it is full', () => {
    const full = { ...course, registeredCount: 10 }
    expect(courseButton(full, true, '2026-05-09')).toEqual({ does: 'cancel', refusal: null })
    expect(courseButton(full, true, '2026-05-10')).toEqual({ does: 'cancel', refusal: 'courseStarted' })
  })
})

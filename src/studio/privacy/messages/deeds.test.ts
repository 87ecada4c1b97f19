import { expect, it } from 'vitest'
import { languages } from '#kernel/messages.ts'
import type { Contract } from '#kernel/procedures.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { privacy } from '../contract.ts'
import { deeds } from './deeds.ts'

const contracts: readonly Contract[] = [
  accounts,
  classes,
  schedule,
  payments,
  memberships,
  courses,
  registrations,
  attendance,
  privacy,
]

it.each(languages)('says in words what each command did (%s)', (language) => {
  const procedures = contracts.flatMap((contract) => Object.values(contract))
  const commands = procedures.filter(({ kind }) => kind === 'command').map(({ name }) => name)
  expect(commands.toSorted()).toEqual(Object.keys(deeds[language]).toSorted())
})

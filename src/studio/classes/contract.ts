import * as z from 'zod/mini'
import { count, id, text } from '#kernel/fields.ts'
import { command, contract } from '#kernel/procedures.ts'

export const classForm = z.object({
  name: text,
  description: text,
  defaultMaxParticipants: count,
  categories: z.array(text).check(z.maxLength(20)),
})
export type ClassForm = z.infer<typeof classForm>

export const classes = contract('classes', {
  create: command({ may: 'manageClasses', input: classForm, answer: z.object({ id }), refuses: ['invalidFields'] }),
})

import { newId } from '#kernel/ids.ts'
import { done } from '#kernel/result.ts'
import { run, serve } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { classes } from './contract.ts'
import { checkClass } from './rules.ts'
import { classes as table } from './tables.ts'

export const classesServer = serve(classes, {
  create: run(async (c, input) => {
    const wrong = refuseWrong(checkClass(input))
    if (wrong) return wrong
    const id = newId()
    const { defaultMaxParticipants, categories } = input
    await c.tx.insert(table).values({
      id,
      name: input.name.trim(),
      description: input.description.trim(),
      defaultMaxParticipants,
      categories,
      createdAt: c.now,
      updatedAt: c.now,
    })
    c.log({ channel: 'registrations', level: 'info', message: `Class created: ${input.name.trim()}.` })
    return done({ id })
  }),
})

import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    created: [(name: string) => `Class created: ${name}.`, (name) => `Trenn loodi: ${name}.`],
    changed: [(name: string) => `Class changed: ${name}.`, (name) => `Trenni muudeti: ${name}.`],
    deleted: [(name: string) => `Class deleted: ${name}.`, (name) => `Trenn kustutati: ${name}.`],
  }),
)

import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    deleted: ['User deleted.', 'Kasutaja kustutati.'],
    downloaded: ['User downloaded what is held about them.', 'Kasutaja laadis oma andmed alla.'],
    childDownloaded: [
      'Guardian downloaded what is held about a child.',
      'Vanem või hooldaja laadis lapse andmed alla.',
    ],
  }),
)

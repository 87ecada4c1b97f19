import { messages } from '#kernel/messages.ts'

/** Texts around a message in its e-mail. */
export const letters = messages({
  about: { class: ['Class', 'Trenn'], course: ['Course', 'Kursus'] },
  writtenBy: ['Written by', 'Kirjutas'],
  see: ['See it', 'Vaata'],
  fromStudio: ['A message from the studio', 'Sõnum stuudiolt'],
  news: ['News from the studio', 'Stuudio uudised'],
})

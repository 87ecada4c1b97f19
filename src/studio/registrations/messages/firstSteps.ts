import { messages } from '#kernel/messages.ts'

/** What an admin of a new studio does first. */
export const firstStepsTexts = messages({
  title: ['Open your studio in three steps', 'Ava oma stuudio kolme sammuga'],
  done: ['Done', 'Tehtud'],
  create: ['Create a class', 'Loo trenn'],
  createHint: ['What is taught, for whom, and how many fit in.', 'Mida õpetatakse, kellele ja mitu inimest mahub.'],
  schedule: ['Put it on the schedule', 'Lisa see tunniplaani'],
  scheduleHint: [
    'On which weekdays, at what time, from when until when.',
    'Mis nädalapäevadel, mis kell ning mis kuupäevast mis kuupäevani.',
  ],
  share: ['Share the link', 'Jaga linki'],
  shareHint: ['Members sign up and take their places here:', 'Siin loovad liikmed konto ja võtavad endale koha:'],
  copy: ['Copy the link', 'Kopeeri link'],
  copied: ['The link is copied.', 'Link on kopeeritud.'],
})

import { messages } from '#kernel/messages.ts'

/** What an admin of a new studio does first. */
export const firstStepsTexts = messages({
  en: {
    title: 'Open your studio in three steps',
    done: 'Done',
    create: 'Create a class',
    createHint: 'What is taught, for whom, and how many fit in.',
    schedule: 'Put it on the schedule',
    scheduleHint: 'On which weekdays, at what time, from when until when.',
    share: 'Share the link',
    shareHint: 'Members sign up and take their places here:',
    copy: 'Copy the link',
    copied: 'The link is copied.',
  },
  et: {
    title: 'Ava oma stuudio kolme sammuga',
    done: 'Tehtud',
    create: 'Loo trenn',
    createHint: 'Mida õpetatakse, kellele ja mitu inimest mahub.',
    schedule: 'Lisa see tunniplaani',
    scheduleHint: 'Mis nädalapäevadel, mis kell ning mis kuupäevast mis kuupäevani.',
    share: 'Jaga linki',
    shareHint: 'Siin loovad liikmed konto ja võtavad endale koha:',
    copy: 'Kopeeri link',
    copied: 'Link on kopeeritud.',
  },
})

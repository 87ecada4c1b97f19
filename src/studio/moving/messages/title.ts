import { messages } from '#kernel/messages.ts'

/** Of the screen, and of the links that lead there. */
export const movingTitle = messages({ title: ['Move people in', 'Too inimesed üle'] })

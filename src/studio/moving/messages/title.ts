import { messages } from '#kernel/messages.ts'

/** Title of the screen and of the links to it. */
export const movingTitle = messages({ title: ['Move people in', 'Too inimesed üle'] })

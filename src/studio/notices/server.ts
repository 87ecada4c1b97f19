import { serve } from '#server/procedures.ts'
import { notices } from './contract.ts'
import { choose, mine, pushKey, turnOff, turnOn } from './server/own.ts'

export const noticesServer = serve(notices, { mine, choose, pushKey, turnOn, turnOff })

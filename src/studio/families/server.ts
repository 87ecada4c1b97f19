import { serve } from '#server/procedures.ts'
import { families } from './contract.ts'
import { addChild, endLink, setDanceMyself, setRights } from './server/links.ts'
import { mine } from './server/mine.ts'

export const familiesServer = serve(families, { mine, addChild, setRights, endLink, setDanceMyself })

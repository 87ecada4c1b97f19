import { serve } from '#server/procedures.ts'
import { rooms } from './contract.ts'
import { add, archive, rename } from './server/edit.ts'
import { shown, staff, taken } from './server/lists.ts'

export const roomsServer = serve('registrations', rooms, { shown, staff, taken, add, rename, archive })

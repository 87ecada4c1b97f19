import { serve } from '#server/procedures.ts'
import { moving } from './contract.ts'
import { check, readTable } from './server/csv/check.ts'
import { invite, uninvited } from './server/csv/invite.ts'
import { take } from './server/csv/take.ts'

export const movingServer = serve(moving, { readTable, check, take, uninvited, invite })

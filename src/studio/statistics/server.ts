import { serve } from '#server/procedures.ts'
import { statistics } from './contract.ts'
import { fill } from './server/fill.ts'
import { missed } from './server/missed.ts'
import { credit, money } from './server/money.ts'
import { people } from './server/people.ts'
import { since } from './server/since.ts'

export const statisticsServer = serve('payments', statistics, { fill, money, credit, people, missed, since })

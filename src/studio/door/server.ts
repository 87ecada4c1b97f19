import { serve } from '#server/procedures.ts'
import { door } from './contract.ts'
import {
  backInTheBox,
  keepOnceCounted,
  boxes,
  toCount,
  handOversForExport,
  takingsForExport,
  confirmHandOver,
  giveBack,
  notTaken,
  handOver,
  intoTheBox,
  keepWhileCash,
  outOfTheBox,
} from './server/cash.ts'
import { days } from './server/days.ts'
import { differences } from './server/differences.ts'
import { take } from './server/take.ts'
import { undoConfirmHandOver, undoHandOver } from './server/takenBack.ts'
import { addPerson, walkIn } from './server/walkIn.ts'

export const doorServer = serve(
  'payments',
  door,
  {
    days,
    take,
    addPerson,
    walkIn,
    boxes,
    toCount,
    takingsForExport,
    handOversForExport,
    differences,
    handOver,
    undoHandOver,
    confirmHandOver,
    undoConfirmHandOver,
    giveBack,
    notTaken,
  },
  { on: [intoTheBox, outOfTheBox, backInTheBox, keepOnceCounted, keepWhileCash] },
)

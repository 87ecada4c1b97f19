import { serve } from '#server/procedures.ts'
import { moving } from './contract.ts'
import { check, readTable } from './server/csv/check.ts'
import { invite, uninvited } from './server/csv/invite.ts'
import { take } from './server/csv/take.ts'
import { forgetsTables, takeBack, undoableTables } from './server/csv/takeBack.ts'
import * as desk from './server/firebase/desk.ts'
import { forgetsMoves, movesFirebase } from './server/firebase/work.ts'

export const movingServer = serve(
  'auth',
  moving,
  {
    readTable,
    check,
    take,
    takeBack,
    undoableTables,
    uninvited,
    invite,
    firebase: desk.firebase,
    firebaseProblems: desk.problems,
    firebaseBegin: desk.begin,
    firebasePart: desk.part,
    firebaseLook: desk.look,
    firebaseTake: desk.take,
    firebaseUndo: desk.undo,
    firebaseForget: desk.forget,
  },
  { jobs: [forgetsMoves, forgetsTables], errands: [movesFirebase] },
)

import { serve } from '#server/procedures.ts'
import { attendance } from './contract.ts'
import { forgetMark } from './server/forget.ts'
import { classDetails, registrants, registrantsForExport } from './server/lists.ts'
import { removeRegistration, take, takeAll, takeAllBack } from './server/marks.ts'
import { past } from './server/past.ts'
import { today } from './server/today.ts'

export const attendanceServer = serve(
  attendance,
  { registrants, registrantsForExport, classDetails, today, past, take, takeAll, takeAllBack, removeRegistration },
  { on: [forgetMark] },
)

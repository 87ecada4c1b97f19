import { serve } from '#server/procedures.ts'
import { attendance } from './contract.ts'
import { forgetMark } from './server/forget.ts'
import { classDetails, registrants, registrantsForExport } from './server/lists.ts'
import { removeRegistration, take } from './server/marks.ts'
import { today } from './server/today.ts'

export const attendanceServer = serve(
  attendance,
  { registrants, registrantsForExport, classDetails, today, take, removeRegistration },
  { on: [forgetMark] },
)

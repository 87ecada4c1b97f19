import { serve } from '#server/procedures.ts'
import { attendance } from './contract.ts'
import { forgetMark } from './server/forget.ts'
import { contacts } from './server/contacts.ts'
import { classDetails, registrants, registrantsForExport } from './server/lists.ts'
import { removeRegistration, take, takeAll, takeAllBack } from './server/marks.ts'
import { ofUser, past } from './server/past.ts'
import { tap } from './server/taps.ts'
import { today } from './server/today.ts'

export const attendanceServer = serve(
  'registrations',
  attendance,
  {
    registrants,
    registrantsForExport,
    classDetails,
    contacts,
    today,
    past,
    ofUser,
    take,
    tap,
    takeAll,
    takeAllBack,
    removeRegistration,
  },
  { on: [forgetMark] },
)

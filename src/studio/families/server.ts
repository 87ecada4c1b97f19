import { serve } from '#server/procedures.ts'
import { families } from './contract.ts'
import { acceptInvitation, checkInvitation, declineInvitation, makeSignIn } from './server/accept.ts'
import { cleanUpInvitations } from './server/cleanUp.ts'
import { watchAges } from './server/comingOfAge.ts'
import { askChild, inviteGuardian, inviteToSignIn, sendAgain, withdrawInvitation } from './server/invite.ts'
import { endAnyLink, inviteFromDesk, ofUser, withdrawAny } from './server/desk.ts'
import { addChild, correctChild, endLink, setDanceMyself, setRights } from './server/links.ts'
import { mine } from './server/mine.ts'
import { received } from './server/received.ts'
import { setPhotos } from './server/photos.ts'

export const familiesServer = serve(
  'auth',
  families,
  {
    mine,
    received,
    addChild,
    correctChild,
    setRights,
    endLink,
    setDanceMyself,
    setPhotos,
    inviteGuardian,
    inviteToSignIn,
    askChild,
    sendAgain,
    withdrawInvitation,
    checkInvitation,
    acceptInvitation,
    declineInvitation,
    makeSignIn,
    ofUser,
    endAnyLink,
    inviteFromDesk,
    withdrawAny,
  },
  { jobs: [cleanUpInvitations, watchAges] },
)

import { serve } from '#server/procedures.ts'
import { signing } from './contract.ts'
import { askForAddress, checkAddressLink, checkKeepLink, keepAddress, takeAddress } from './server/address.ts'
import { cleanUpChallenges } from './server/challenges.ts'
import { addPasskey, passkeyToAdd, passkeyToSignIn, removePasskey, signInWithPasskey } from './server/passkeys.ts'
import { changePassword } from './server/password.ts'
import { beginProvider, cleanUpVisits, finishProvider, provider, unlinkProvider } from './server/provider.ts'
import { endOtherSessions, endSession, sessions, thisSession } from './server/sessions.ts'
import { beginTwoSteps, confirmTwoSteps, endTwoSteps, secondStep } from './server/twoSteps.ts'
import { ways } from './server/ways.ts'

export const signingServer = serve(
  'auth',
  signing,
  {
    ways,
    askForAddress,
    checkAddressLink,
    takeAddress,
    checkKeepLink,
    keepAddress,
    changePassword,
    passkeyToAdd,
    addPasskey,
    removePasskey,
    passkeyToSignIn,
    signInWithPasskey,
    beginTwoSteps,
    confirmTwoSteps,
    endTwoSteps,
    secondStep,
    provider,
    beginProvider,
    finishProvider,
    unlinkProvider,
    sessions,
    thisSession,
    endSession,
    endOtherSessions,
  },
  { jobs: [cleanUpChallenges, cleanUpVisits] },
)

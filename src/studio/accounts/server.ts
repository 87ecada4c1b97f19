import { eq } from 'drizzle-orm'
import { done } from '#kernel/result.ts'
import { personal, run, serve } from '#server/procedures.ts'
import { accounts } from './contract.ts'
import { cleanUpAccounts } from './server/cleanUp.ts'
import { askForDeletion, deletion, deletionRequests, withdrawDeletion } from './server/deletion.ts'
import { logs } from './server/logs.ts'
import { user, users as listUsers, usersForExport } from './server/desk.ts'
import { setActive, setMemberLevel, setMembershipCategory, setRole } from './server/people.ts'
import { checkResetLink, requestPasswordReset, resetPassword, signIn, signOut } from './server/signIn.ts'
import { resendVerification, resendVerificationTo, signUp, verifyEmail } from './server/signUp.ts'
import { users } from './tables.ts'

const nobody = {
  kind: 'visitor' as const,
  userId: null,
  email: null,
  displayName: null,
  familyName: null,
  membershipCategory: null,
  memberLevel: null,
}

export const accountsServer = serve(
  accounts,
  {
    me: personal({ ownOn: ['users'] }, async ({ db, kind, userId }) => {
      const [user] = userId ? await db.select().from(users).where(eq(users.id, userId)) : []
      return user ? { ...user, kind, userId } : nobody
    }),
    signUp,
    signIn,
    signOut,
    verifyEmail,
    resendVerification,
    resendVerificationTo,
    requestPasswordReset,
    checkResetLink,
    resetPassword,
    setLanguage: run(async (c, { language }) => {
      await c.tx.update(users).set({ language }).where(eq(users.id, c.me.userId))
      return done({})
    }),
    deletion,
    askForDeletion,
    withdrawDeletion,
    users: listUsers,
    usersForExport,
    deletionRequests,
    user,
    setActive,
    setRole,
    setMemberLevel,
    setMembershipCategory,
    logs,
  },
  { jobs: [cleanUpAccounts] },
)

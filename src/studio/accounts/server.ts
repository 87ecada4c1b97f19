import { eq } from 'drizzle-orm'
import { done } from '#kernel/result.ts'
import { personal, run, serve } from '#server/procedures.ts'
import { accounts as contract } from './contract.ts'
import { cleanUpAccounts } from './server/cleanUp.ts'
import { askForDeletion, deletion, deletionRequests, withdrawDeletion } from './server/deletion.ts'
import { logs, logsForExport } from './server/logs.ts'
import { correctPerson } from './server/correct.ts'
import { details, saveDetails } from './server/details.ts'
import { addPerson, guardianAddresses, phone, user, users, usersForExport } from './server/desk.ts'
import { roleFacts, setActive, setMemberLevel, setMembershipCategory, setRole } from './server/people.ts'
import { checkResetLink, requestPasswordReset, resetPassword, signIn, signOut } from './server/signIn.ts'
import { resendVerification, resendVerificationTo, signUp, verifyEmail } from './server/signUp.ts'
import { correctAddress, inviteAgain } from './server/unverified.ts'
import { acceptTerms } from './server/terms.ts'
import { accounts, people } from './tables.ts'

const nobody = {
  kind: 'visitor' as const,
  accountId: null,
  userId: null,
  email: null,
  displayName: null,
  familyName: null,
  language: null,
  membershipCategory: null,
  memberLevel: null,
  acceptedTerms: null,
  needsSecondStep: false,
}

export const accountsServer = serve(
  'auth',
  contract,
  {
    me: personal({ ownOn: [people.id], accountOn: [accounts.id] }, async ({ db, kind, accountId }) => {
      if (accountId === null) return nobody
      const [found] = await db
        .select({
          accountId: accounts.id,
          email: accounts.email,
          language: accounts.language,
          userId: accounts.personId,
          acceptedTerms: accounts.acceptedTerms,
          role: accounts.role,
          person: people,
        })
        .from(accounts)
        .leftJoin(people, eq(people.id, accounts.personId))
        .where(eq(accounts.id, accountId))
      if (!found) return nobody
      const { person, role, ...account } = found
      return { ...nobody, ...person, ...account, kind, needsSecondStep: kind === 'user' && role !== 'user' }
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
      await c.tx.update(accounts).set({ language }).where(eq(accounts.id, c.me.accountId))
      return done({})
    }),
    acceptTerms,
    details,
    saveDetails,
    deletion,
    askForDeletion,
    withdrawDeletion,
    users,
    usersForExport,
    deletionRequests,
    guardianAddresses,
    addPerson,
    user,
    phone,
    setActive,
    roleFacts,
    setRole,
    correctPerson,
    correctAddress,
    inviteAgain,
    setMemberLevel,
    setMembershipCategory,
    logs,
    logsForExport,
  },
  { jobs: [cleanUpAccounts] },
)

import { inBoth, messages, within } from '#kernel/messages.ts'
import { categoryNameOf, type Named, type Role } from '../rules.ts'
import { deskTexts } from './desk.ts'

const { en, et } = deskTexts

export const logLines = inBoth(
  messages({
    registered: ['User registered.', 'Kasutaja lõi konto.'],
    addressInUse: [
      'Registration failed: the e-mail is already in use.',
      'Kontot ei loodud: see e-posti aadress on juba kasutusel.',
    ],
    verified: ['E-mail verified; other sessions ended.', 'E-posti aadress kinnitati, mujal logiti välja.'],
    verificationSentAgain: ['Verification e-mail sent again.', 'Kinnituskiri saadeti uuesti.'],
    signedIn: ['User signed in.', 'Kasutaja logis sisse.'],
    signInFailed: ['Sign-in failed: wrong e-mail or password.', 'Sisse ei saanud: vale e-post või parool.'],
    secondStepAsked: ['First step right; second one asked for.', 'Esimene samm oli õige, küsiti teist.'],
    signedOut: ['User signed out.', 'Kasutaja logis välja.'],
    resetAsked: ['Password reset asked for.', 'Küsiti uut parooli.'],
    passwordReset: ['Password changed; all sessions ended.', 'Parool muudeti, kõikjal logiti välja.'],
    termsAccepted: ['User accepted the terms.', 'Kasutaja nõustus tingimustega.'],
    detailsChanged: ['User changed their details.', 'Kasutaja muutis oma andmeid.'],
    detailsCorrected: ['Details of a person were corrected.', 'Inimese andmeid parandati.'],
    addressCorrected: [
      'Unverified e-mail address corrected; earlier links ended.',
      'Kinnitamata e-posti aadress parandati, varasemad lingid enam ei kehti.',
    ],
    invitedAgain: ['Invitation sent again.', 'Kutse saadeti uuesti.'],
    deletionAsked: ['User asked for their deletion.', 'Kasutaja soovib konto kustutamist.'],
    deletionNotWanted: ['User wants no deletion any more.', 'Kasutaja ei soovi enam kustutamist.'],
    addedAtDesk: ['A person was added at the desk.', 'Töötaja lisas inimese.'],
    roleChanged: [
      (role: Role) => `Role changed to ${within(en.roles[role])}.`,
      (role) => `Uus roll: ${within(et.roles[role])}.`,
    ],
    roleNotChanged: ['Role change failed: wrong password.', 'Rolli ei muudetud: vale parool.'],
    deactivated: ['User deactivated; all sessions ended.', 'Kasutaja peatati ja logiti kõikjal välja.'],
    reactivated: ['User reactivated.', 'Kasutaja taastati.'],
    levelSet: [(level: string) => `Member level set to ${level}.`, (level) => `Tase: ${level}.`],
    categorySet: [
      (category: Named) => `Membership category set to ${nameOf(category, 'en')}.`,
      (category) => `Liikmekategooria: ${nameOf(category, 'et')}.`,
    ],
    categoryTaken: ['Membership category set to none.', 'Liikmekategooriat enam ei ole.'],
  }),
)

const nameOf = (category: Named, language: 'en' | 'et') => categoryNameOf([category], category.id, language)

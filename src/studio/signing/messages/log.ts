import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    deviceSignedOut: ['User signed a device out.', 'Kasutaja logis seadme välja.'],
    signedOutElsewhere: ['User signed out everywhere else.', 'Kasutaja logis mujal välja.'],
    twoStepsOn: ['User turned two steps on.', 'Kasutaja võttis teise sammu kasutusele.'],
    twoStepsOff: ['User turned two steps off.', 'Kasutaja loobus teisest sammust.'],
    twoStepsOffByOperator: ['Two steps turned off on the command line.', 'Teine samm võeti käsurealt maha.'],
    wrongCode: ['Sign-in failed: wrong code.', 'Sisse ei saanud: vale kood.'],
    addressAsked: ['User asked for another e-mail address.', 'Kasutaja soovib uut e-posti aadressi.'],
    addressChanged: ['E-mail address changed.', 'E-posti aadress muudeti.'],
    addressTakenBack: [
      'E-mail address taken back; all sessions ended.',
      'E-posti aadress võeti tagasi, kõikjal logiti välja.',
    ],
    providerLinked: ['User linked another way to sign in.', 'Kasutaja lisas teise sisselogimisviisi.'],
    providerUnlinked: ['User unlinked another way to sign in.', 'Kasutaja eemaldas teise sisselogimisviisi.'],
    passkeyAdded: ['User added a passkey.', 'Kasutaja lisas pääsuvõtme.'],
    passkeyRemoved: ['User removed a passkey.', 'Kasutaja eemaldas pääsuvõtme.'],
    addressNotAsked: ['E-mail address not changed: wrong password.', 'E-posti aadressi ei muudetud: vale parool.'],
    passwordNotChanged: ['Password not changed: wrong password.', 'Parooli ei muudetud: vale parool.'],
    passwordChanged: ['Password changed; other sessions ended.', 'Parool muudeti, mujal logiti välja.'],
  }),
)

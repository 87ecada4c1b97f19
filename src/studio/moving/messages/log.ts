import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    invited: ['People from elsewhere were invited.', 'Mujalt toodud inimesed kutsuti.'],
    peopleTaken: ['People were taken from a table.', 'Inimesed toodi üle tabelist.'],
    peopleTakenBack: ['People from a table were taken back.', 'Tabelist toodud inimesed võeti tagasi.'],
    passTaken: [(pass: string) => `Membership carried over: ${pass}.`, (pass) => `Pääse toodi üle: ${pass}.`],
    passTakenBack: [
      (pass: string) => `Membership that was carried over was taken back: ${pass}.`,
      (pass) => `Üle toodud pääse võeti tagasi: ${pass}.`,
    ],
    debtTakenBack: [(what: string) => `Payment taken back: ${what}.`, (what) => `Makse võeti tagasi: ${what}.`],
    firebaseBegins: ['A studio from Firebase is being taken over.', 'Stuudiot tuuakse Firebase’ist üle.'],
    firebaseNotBegun: [
      'A studio from Firebase was not taken over: wrong password.',
      'Stuudiot Firebase’ist üle ei toodud: vale parool.',
    ],
    firebaseTaken: ['A studio from Firebase was taken over.', 'Stuudio toodi Firebase’ist üle.'],
    firebaseGoesBack: ['A studio from Firebase is being taken back.', 'Firebase’ist toodud stuudiot võetakse tagasi.'],
    firebaseTakenBack: ['A studio from Firebase was taken back.', 'Firebase’ist toodud stuudio võeti tagasi.'],
  }),
)

import { messages, plural } from '#kernel/messages.ts'

export const texts = messages({
  title: ['Door', 'Uks'],
  classes: ['Classes today and tomorrow', 'Trennid täna ja homme'],
  tomorrow: ['tomorrow', 'homme'],
  none: ['No classes today or tomorrow', 'Täna ja homme trenne ei ole'],
  nobody: ['Nobody has registered yet', 'Keegi ei ole veel registreerunud'],
  loadFailed: ['The classes could not be loaded.', 'Trenne ei õnnestunud laadida.'],
  here: [(here: number, all: number) => `${here} of ${all} here`, (here, all) => `${here}/${all} kohal`],
  find: ['Find a person', 'Leia inimene'],
  nobodyFound: ['Nobody of this name here', 'Sellist nime siin ei ole'],
  allHere: ['All here', 'Kõik kohal'],
  undo: ['Undo', 'Võta tagasi'],
  attended: ['attended', 'kohal'],
  'no-show': ['no-show', 'puudub'],
  unmarked: ['not marked', 'märkimata'],
  owes: [(sum: string) => `owes ${sum}`, (sum) => `võlgu ${sum}`],
  years: [(age: number) => `${age} y`, (age) => `${age} a`],
  methods: {
    dropIn: ['Drop-in', 'Üksikpilet'],
    included: ['Included', 'Kuulub rühma'],
    membership: ['Pass', 'Pääse'],
  },
  notSent: [(taps: number) => `${taps} not sent`, (taps) => `Saatmata: ${taps}`],
  notSentHint: [
    'They stay on this device and are sent by themselves as soon as there is a network.',
    'Need on selles seadmes alles ja saadetakse ise, kui võrk on tagasi.',
  ],
  ofAnother: [
    (taps: number) =>
      `${taps} ${plural(taps, 'tap', 'taps')} of another account ${plural(taps, 'waits', 'wait')} on this device: whoever made ${plural(taps, 'it', 'them')} has to sign in.`,
    (taps) => `Selles seadmes ootab teise konto märkeid: ${taps}. Saata saab need see, kes need tegi.`,
  ],
  needsALook: ['Needs a look', 'Vaata üle'],
  lookHint: [
    'The studio did not take these. Nothing is lost: put it right, then remove it here.',
    'Stuudio ei võtnud neid vastu. Midagi ei ole kadunud: lahenda olukord ja eemalda siit.',
  ],
  settled: ['Done, remove', 'Tehtud, eemalda'],
  tapAgain: ['Send again', 'Saada uuesti'],
  asOf: [(when: string) => `As of ${when}`, (when) => `Seis: ${when}`],
  signOutTitle: [(taps: number) => `${taps} not sent yet`, (taps) => `Veel saatmata: ${taps}`],
  signOutHint: [
    'What you tapped at the door waits on this device. Nobody else can send it: it goes when you sign in here again.',
    'Sinu märked uksel ootavad selles seadmes. Keegi teine neid saata ei saa: need lähevad teele, kui siin uuesti sisse logid.',
  ],
  signOutAnyway: ['Sign out anyway', 'Logi siiski välja'],
  stay: ['Stay signed in', 'Jää sisse'],
})

/** What the studio says to a tap that it does not take. */
export const refusals = messages({
  scheduleNotFound: ['This class is not on the schedule any more.', 'Seda trenni ei ole enam tunniplaanis.'],
  registrationNotFound: ['This person no longer has a place here.', 'Sellel inimesel ei ole siin enam kohta.'],
  entryCancelled: ['This class has been cancelled by the studio.', 'Stuudio on selle trenni ära jätnud.'],
  unexpected: ['It could not be saved.', 'Seda ei õnnestunud salvestada.'],
})

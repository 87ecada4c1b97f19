import { momentInWords } from '#kernel/clock.ts'
import { messages } from '#kernel/messages.ts'
import { editRefusals } from '#studio/accounts/messages.ts'

/** Refusals in forms that set a room and teachers. */
export const roomRefusals = messages({
  roomTaken: [
    ({ title, when, room }: { title: string; when: string; room: string }) =>
      `${title} is in ${room} at that time (${momentInWords('en', when)}). Choose another room or time.`,
    ({ title, when, room }) =>
      `${room} on sel ajal (${momentInWords('et', when)}) trenni „${title}“ päralt. Vali teine saal või aeg.`,
  ],
  roomInUse: ['Something has this room. Archive it instead.', 'See saal on kasutusel. Arhiveeri see.'],
  roomNotFound: ['This room is not there any more. Choose another one.', 'Seda saali enam ei ole. Vali teine saal.'],
  teacherNotFound: [
    'One of these no longer teaches here. Choose again.',
    'Üks neist ei ole enam treener. Vali uuesti.',
  ],
})

/** All refusals of rooms/contract.ts, and its field codes. */
export const refusals = messages(
  {
    invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
    unexpected: [
      'The room could not be saved. Please try again.',
      'Saali ei õnnestunud salvestada. Palun proovi uuesti.',
    ],
    roomNameLength: ['The name must have 1 to 40 characters.', 'Nimes peab olema 1 kuni 40 tähemärki.'],
    roomNameTaken: ['There is a room with this name already.', 'Sellise nimega saal on juba olemas.'],
    nameMisleading: [
      'Please remove line breaks and invisible characters.',
      'Palun eemalda reavahetused ja nähtamatud märgid.',
    ],
    tooManyRooms: ['There are 50 rooms already. Rename one of them.', 'Saale on juba 50. Nimeta mõni neist ümber.'],
  },
  editRefusals,
  roomRefusals,
)

export const texts = messages({
  room: ['Room', 'Saal'],
  noRoom: ['No room', 'Saalita'],
  teachers: ['Teachers', 'Treenerid'],
  teacher: ['Teacher', 'Treener'],
  notKnown: ['not known yet', 'veel teadmata'],
  instead: [
    (now: string, before: string) => `${now} (before: ${before})`,
    (now, before) => `${now} (varem: ${before})`,
  ],
  noneYet: [
    'No rooms yet. A room never holds two classes at once.',
    'Saale veel ei ole. Ühes saalis ei ole kunagi korraga kahte trenni.',
  ],
  hint: [
    'Classes, dates and courses can have a room. A room never holds two at once.',
    'Trennil, toimumiskorral ja kursusel võib olla saal. Ühes saalis ei ole kunagi korraga kahte trenni.',
  ],
  add: ['Add a room', 'Lisa saal'],
  addSubmit: ['Add', 'Lisa'],
  rename: ['Rename', 'Nimeta ümber'],
  name: ['Name', 'Nimi'],
  saved: ['Settings saved.', 'Seaded on salvestatud.'],
  save: ['Save', 'Salvesta'],
  archived: ['Archived', 'Arhiveeritud'],
  archive: ['Archive', 'Arhiveeri'],
  restore: ['Offer again', 'Paku uuesti'],
  deleteRoom: [(name: string) => `Delete ${name}?`, (name) => `Kas kustutada ${name}?`],
  deleteQuestion: ['Nothing ever had it.', 'Seda ei ole kusagil kasutatud.'],
  loadFailed: ['The rooms could not be loaded.', 'Saale ei õnnestunud laadida.'],
  roomTaken: [
    (title: string, when: string) => `The room is taken: ${title}, ${when}.`,
    (title, when) => `Saal on kinni: ${title}, ${when}.`,
  ],
  teacherTaken: [
    (name: string, title: string, when: string) =>
      `${name} teaches then: ${title}, ${when}. It can be saved all the same.`,
    (name, title, when) => `${name} annab siis trenni: ${title}, ${when}. Salvestada saab sellegipoolest.`,
  ],
  andMore: [(more: number) => `and ${more} more`, (more) => `ja veel ${more}`],
})

import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    childAdded: ['A guardian added a child.', 'Vanem või hooldaja lisas lapse.'],
    guardianAdded: ['A guardian was added.', 'Lisati vanem või hooldaja.'],
    rightsChanged: ['Rights of a guardian changed.', 'Vanema või hooldaja õigusi muudeti.'],
    linkEnded: ['A guardian’s link ended.', 'Vanema või hooldaja seos lõppes.'],
    invited: ['An invitation was sent.', 'Kutse saadeti.'],
    invitedAgain: ['An invitation was sent again.', 'Kutse saadeti uuesti.'],
    invitationTakenBack: ['An invitation was taken back.', 'Kutse võeti tagasi.'],
    invitationDeclined: ['An invitation was declined.', 'Kutsest loobuti.'],
    photosAllowed: ['Photos and videos were allowed.', 'Pildistamine ja filmimine lubati.'],
    photosNotAllowed: ['Photos and videos were not allowed.', 'Pildistamist ja filmimist ei lubatud.'],
  }),
)

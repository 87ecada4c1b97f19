import { messages } from '#kernel/messages.ts'

/** Why a membership can't pay for a place: memberships decide it, registrations tell it. */
export const misfitRefusals = messages({
  en: {
    membershipNotFound: 'Membership not found',
    membershipEnded: 'This membership is no longer valid.',
    membershipUsedUp: 'All classes of this membership have been used.',
    membershipExpiresBefore: 'This membership ends before the class.',
    membershipCategory: 'This membership is not valid for the selected class category',
  },
  et: {
    membershipNotFound: 'Pääset ei leitud.',
    membershipEnded: 'See pääse enam ei kehti.',
    membershipUsedUp: 'Selle pääsme kõik korrad on kasutatud.',
    membershipExpiresBefore: 'See pääse aegub enne trenni.',
    membershipCategory: 'See pääse ei kehti selle kategooria trennis.',
  },
})

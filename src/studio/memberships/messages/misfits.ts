import { messages } from '#kernel/messages.ts'

/** Why a membership can't pay for a place: decided by memberships, shown by registrations. */
export const misfitRefusals = messages({
  membershipNotFound: ['Membership not found', 'Pääset ei leitud.'],
  membershipNotFoundHelps: ['Choose another one.', 'Vali teine.'],
  membershipEnded: ['This membership is no longer valid.', 'See pääse enam ei kehti.'],
  membershipUsedUp: ['All classes of this membership have been used.', 'Selle pääsme kõik korrad on kasutatud.'],
  membershipFrozen: ['This membership is frozen on that day.', 'See pääse on sel päeval külmutatud.'],
  membershipExpiresBefore: ['This membership ends before the class.', 'See pääse aegub enne trenni.'],
  membershipCategory: [
    'This membership is not valid for the selected class category',
    'See pääse ei kehti selle kategooria trennis.',
  ],
})

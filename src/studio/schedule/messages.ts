import { messages } from '#kernel/messages.ts'

/** What an entry of the schedule shows of itself, on every screen. */
export const texts = messages({
  en: {
    class: 'Class',
    description: 'Description',
    date: 'Date',
    time: 'Time',
    participants: 'Participants',
    loadFailed: 'Failed to load schedules. Please try again.',
    cancelled: 'Cancelled',
    started: 'Started',
  },
  et: {
    class: 'Trenn',
    description: 'Kirjeldus',
    date: 'Kuupäev',
    time: 'Kellaaeg',
    participants: 'Osalejad',
    loadFailed: 'Tunniplaani ei õnnestunud laadida. Palun proovi uuesti.',
    cancelled: 'Ära jäetud',
    started: 'Juba alanud',
  },
})

/** Every refusal of schedule/contract.ts, and its field codes. */
export const refusals = messages({
  en: {
    invalidFields: 'Failed to add class. Please check all fields and try again.',
    classNotFound: 'Class not found.',
    classMissing: 'Please choose a class.',
    weekdayMissing: 'Please choose at least one weekday.',
    noMatchingDate: 'No chosen weekday falls between these dates.',
    endDateBeforeStart: 'The end date must not be before the start date.',
    planTooLong: 'That is too far: please plan a shorter period.',
    endTimeBeforeStart: 'End time must be after start time.',
    priceNegative: 'The price must not be negative.',
    standardPriceMissing: 'A member price needs a standard price.',
  },
  et: {
    invalidFields: 'Trenni lisamine ebaõnnestus. Palun kontrolli kõik väljad üle ja proovi uuesti.',
    classNotFound: 'Trenni ei leitud.',
    classMissing: 'Palun vali trenn.',
    weekdayMissing: 'Palun vali vähemalt üks nädalapäev.',
    noMatchingDate: 'Ükski valitud nädalapäev ei jää nende kuupäevade vahele.',
    endDateBeforeStart: 'Lõppkuupäev ei saa olla enne alguskuupäeva.',
    planTooLong: 'See on liiga pikk aeg: palun planeeri lühem ajavahemik.',
    endTimeBeforeStart: 'Lõpuaeg peab olema pärast algusaega.',
    priceNegative: 'Hind ei saa olla negatiivne.',
    standardPriceMissing: 'Liikme hind eeldab ka tavahinda.',
  },
})

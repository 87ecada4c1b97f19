import type { Weekday } from '#kernel/time.ts'
import type { ClassCategory } from '#studio/classes/rules.ts'
import type { MembershipForm } from '#studio/memberships/contract.ts'

interface WeeklyClass {
  readonly name: string
  readonly description: string
  readonly defaultMaxParticipants: number
  readonly categories: readonly ClassCategory[]
  readonly teacher: 'kpop' | 'boys' | 'fitness'
  readonly times: readonly {
    readonly weekdays: readonly Weekday[]
    readonly startTime: string
    readonly endTime: string
  }[]
  /** Cents; without prices a drop-in costs the studio's usual fee. */
  readonly prices?: { readonly standardPrice: number; readonly memberPrice: number }
}

const MON = 1
const TUE = 2
const WED = 3
const THU = 4
const FRI = 5
const SAT = 6

export const timetable = [
  {
    name: 'Girl Group Juniors',
    description: 'Choreographies of girl groups for dancers of 9 to 12: rhythm, lines and a lot of fun.',
    defaultMaxParticipants: 16,
    categories: ['Girl Group'],
    teacher: 'kpop',
    times: [{ weekdays: [MON, WED], startTime: '16:30', endTime: '17:45' }],
  },
  {
    name: 'Girl Group Performance',
    description: 'Formations, expression and stage routine for those who already know the basics. Two shows a year.',
    defaultMaxParticipants: 12,
    categories: ['Girl Group'],
    teacher: 'kpop',
    times: [{ weekdays: [FRI], startTime: '16:30', endTime: '18:00' }],
  },
  {
    name: 'Boy Group Basics',
    description: 'Power, isolation and precision: the steps behind the best-known boy group choreographies.',
    defaultMaxParticipants: 12,
    categories: ['Boy Group'],
    teacher: 'boys',
    times: [{ weekdays: [TUE, THU], startTime: '16:30', endTime: '17:45' }],
  },
  {
    name: 'Hip-Hop Foundations',
    description: 'Grooves, bounce and freestyle for all groups. Comfortable shoes with clean soles, please.',
    defaultMaxParticipants: 24,
    categories: ['Girl Group', 'Boy Group'],
    teacher: 'boys',
    times: [{ weekdays: [FRI], startTime: '18:15', endTime: '19:30' }],
  },
  {
    name: 'K-POP Cover Dance',
    description: 'One song in three lessons, filmed at the end. For dancers of 16 and older.',
    defaultMaxParticipants: 12,
    categories: ['K-POP 16+'],
    teacher: 'kpop',
    times: [{ weekdays: [MON, THU], startTime: '18:00', endTime: '19:30' }],
  },
  {
    name: 'Random Play Dance',
    description: 'An hour and a half of choruses: dance what you know, learn what you do not.',
    defaultMaxParticipants: 20,
    categories: ['K-POP 16+'],
    teacher: 'kpop',
    times: [{ weekdays: [SAT], startTime: '13:00', endTime: '14:30' }],
  },
  {
    name: 'Heels',
    description: 'Posture, turns and attitude. Stable heels of 7 to 10 cm, knee pads recommended.',
    defaultMaxParticipants: 14,
    categories: ['K-POP 16+'],
    teacher: 'kpop',
    times: [{ weekdays: [THU], startTime: '19:45', endTime: '21:00' }],
    prices: { standardPrice: 1800, memberPrice: 1400 },
  },
  {
    name: 'Dance Fitness',
    description: 'Simple steps, loud music, a good sweat. No experience needed: come as you are.',
    defaultMaxParticipants: 20,
    categories: ['K-POP 16+'],
    teacher: 'fitness',
    times: [
      { weekdays: [WED], startTime: '18:30', endTime: '19:30' },
      { weekdays: [SAT], startTime: '11:00', endTime: '12:00' },
    ],
  },
  {
    name: 'Stretching and Splits',
    description: 'Slow and thorough: hips, back and shoulders. Bring a warm layer and socks.',
    defaultMaxParticipants: 20,
    categories: ['K-POP 16+'],
    teacher: 'fitness',
    times: [{ weekdays: [TUE], startTime: '19:30', endTime: '20:30' }],
    prices: { standardPrice: 1200, memberPrice: 900 },
  },
] as const satisfies readonly WeeklyClass[]

export type ClassName = (typeof timetable)[number]['name']

export const membershipOffer = [
  {
    name: '4-Class Pass',
    description: 'Four classes of any kind within 30 days.',
    standardPrice: 4800,
    memberPrice: 3800,
    classLimit: 4,
    validPeriod: 30,
    categories: [],
    excludedCategories: [],
  },
  {
    name: '8-Class Pass',
    description: 'Eight classes of any kind within 45 days.',
    standardPrice: 8800,
    memberPrice: 7000,
    classLimit: 8,
    validPeriod: 45,
    categories: [],
    excludedCategories: [],
  },
  {
    name: '10-Class Pass',
    description: 'Ten classes of any kind within 60 days: the best price for a class.',
    standardPrice: 10_000,
    memberPrice: 8000,
    classLimit: 10,
    validPeriod: 60,
    categories: [],
    excludedCategories: [],
  },
  {
    name: 'K-POP 16+ Pass',
    description: 'Eight K-POP 16+ classes within 30 days: Cover Dance, Random Play, Heels.',
    standardPrice: 7900,
    memberPrice: 6400,
    classLimit: 8,
    validPeriod: 30,
    categories: ['K-POP 16+'],
    excludedCategories: ['Girl Group', 'Boy Group'],
  },
  {
    name: 'Girl Group Pass',
    description: 'Eight Girl Group classes within 45 days, Hip-Hop Foundations included.',
    standardPrice: 7200,
    memberPrice: 5900,
    classLimit: 8,
    validPeriod: 45,
    categories: ['Girl Group'],
    excludedCategories: ['K-POP 16+'],
  },
  {
    name: 'Boy Group Pass',
    description: 'Eight Boy Group classes within 45 days, Hip-Hop Foundations included.',
    standardPrice: 7200,
    memberPrice: 5900,
    classLimit: 8,
    validPeriod: 45,
    categories: ['Boy Group'],
    excludedCategories: ['K-POP 16+'],
  },
  {
    name: 'Fitness 10',
    description: 'Ten times Dance Fitness or Stretching and Splits within 60 days.',
    standardPrice: 8500,
    memberPrice: 6800,
    classLimit: 10,
    validPeriod: 60,
    categories: ['K-POP 16+'],
    excludedCategories: ['Girl Group'],
  },
  {
    name: 'Fitness Trial',
    description: 'Two fitness classes within 30 days, for those who want to try.',
    standardPrice: 2000,
    memberPrice: 1500,
    classLimit: 2,
    validPeriod: 30,
    categories: ['K-POP 16+'],
    excludedCategories: [],
  },
] as const satisfies readonly (MembershipForm & { name: string })[]

export type MembershipName = (typeof membershipOffer)[number]['name']

interface CourseOffer {
  readonly name: string
  readonly description: string
  readonly standardPrice: number
  readonly memberPrice: number | null
  readonly defaultMaxParticipants: number
  readonly nrOfClasses: number
  /** The first day that is such a weekday, this many days from today or later. */
  readonly from: number
  readonly weekday: Weekday
  readonly startTime: string
  readonly endTime: string
  /** Days before the first lesson. */
  readonly deadlineBefore: number
}

export const courseOffer = {
  archived: {
    name: 'Weekend Choreo Camp',
    description: 'Two Saturdays, one choreography, and a small show for families at the end.',
    standardPrice: 3900,
    memberPrice: 2900,
    defaultMaxParticipants: 16,
    nrOfClasses: 2,
    from: -41,
    weekday: SAT,
    startTime: '15:00',
    endTime: '17:00',
    deadlineBefore: 1,
  },
  ended: {
    name: 'Splits in Four Weeks',
    description: 'A gentle plan towards the splits: four guided lessons, and homework for every morning.',
    standardPrice: 4500,
    memberPrice: 3500,
    defaultMaxParticipants: 12,
    nrOfClasses: 4,
    from: -37,
    weekday: MON,
    startTime: '20:00',
    endTime: '21:00',
    deadlineBefore: 1,
  },
  running: {
    name: 'K-POP for Absolute Beginners',
    description: 'From the first eight-count to two whole choreographies. No experience needed, from the age of 10.',
    standardPrice: 9600,
    memberPrice: 7600,
    defaultMaxParticipants: 14,
    nrOfClasses: 8,
    from: -16,
    weekday: SAT,
    startTime: '15:00',
    endTime: '16:15',
    deadlineBefore: 2,
  },
  full: {
    name: 'Cover Video Project',
    description:
      'A whole cover, from casting to the finished film: rehearsals, styling, and one day of shooting in town.',
    standardPrice: 12_000,
    memberPrice: 9500,
    defaultMaxParticipants: 8,
    nrOfClasses: 6,
    from: 8,
    weekday: SAT,
    startTime: '17:00',
    endTime: '19:00',
    deadlineBefore: 3,
  },
  startingSoon: {
    name: 'Hip-Hop Basics for Adults',
    description: 'Six weeks of bounce, rock and groove for adults who have always wanted to, and never dared.',
    standardPrice: 7200,
    memberPrice: 5800,
    defaultMaxParticipants: 14,
    nrOfClasses: 6,
    from: 5,
    weekday: TUE,
    startTime: '20:00',
    endTime: '21:15',
    deadlineBefore: 1,
  },
  workshop: {
    name: 'Show Workshop',
    description: 'Two long days with guest choreographers before the show.',
    standardPrice: 4900,
    memberPrice: null,
    defaultMaxParticipants: 20,
    nrOfClasses: 2,
    from: 20,
    weekday: 7,
    startTime: '11:00',
    endTime: '15:00',
    deadlineBefore: 5,
  },
} as const satisfies Record<string, CourseOffer>

export type CourseKey = keyof typeof courseOffer

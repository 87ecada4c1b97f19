import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { saveSettings } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { settings, type SectionName, type Sections } from './contract.ts'

let studio: TestStudio
let admin: Person
let other: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin', { displayName: 'Anna' })
  other = await studio.person('admin', { displayName: 'Boris' })
})

const saved = () => studio.ask(admin, settings.all, {})

/** Saves a section with some changed fields; the form was opened with the current values or with `before`. */
const save = <S extends SectionName>(
  section: S,
  change: Partial<Sections[S]>,
  { by = admin, before }: { by?: Person; before?: Sections[S] } = {},
) => saveSettings(studio, by, section, change, before)

it('starts with the values of the environment and the defaults', async () => {
  expect(await saved()).toMatchObject({
    studio: { name: 'Tantsustuudio Hoog', supportEmail: 'abi@stuudio.example', phone: '', beta: true },
    payments: { holder: 'Tantsustuudio Hoog', iban: 'EE471000001020145685', termDays: 5, dropInFee: 1500 },
    registration: { mostOpenPayments: 10 },
    notices: { classHours: 0, membershipDays: 0, overdueDays: 0 },
  })
})

it('uses a saved section, and the environment’s values for the other sections', async () => {
  expect(await codeOf(save('studio', { name: ' Stuudio Uus ', phone: '55555555' }))).toBe('done')
  const { studio: section, payments } = await saved()
  expect(section).toMatchObject({ name: 'Stuudio Uus', phone: '+372 5555 5555', supportEmail: 'abi@stuudio.example' })
  expect(payments.iban).toBe('EE471000001020145685')
  // as letters and the manifest use it
  expect(studio.services.settings.studioName).toBe('Stuudio Uus')
})

it('completes a website typed without its https://', async () => {
  expect(await codeOf(save('studio', { website: ' stuudio.example/trennid ' }))).toBe('done')
  expect((await saved()).studio.website).toBe('https://stuudio.example/trennid')
  expect(await codeOf(save('studio', { website: 'stuudio' }))).toEqual({ website: 'websiteInvalid' })
})

it('updates open pages of all users at once', async () => {
  const member = await studio.person()
  const watching = await studio.watch(member, settings.shown, {})
  expect((await watching.next()).name).toBe('Tantsustuudio Hoog')
  await save('studio', { name: 'Stuudio Uus', beta: false })
  expect(await watching.next()).toMatchObject({ name: 'Stuudio Uus', beta: false })
  watching.stop()
})

it('stores a logo as a redrawn picture, and keeps the former logo if a file is no picture', async () => {
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a7d55' } })
    .jpeg()
    .toBuffer()
  const hand = (logo: string | null, by = admin) => codeOf(studio.call(by, settings.saveLogo, { logo }))
  const shown = async () => (await studio.ask(admin, settings.shown, {})).look
  expect(await shown()).toMatchObject({ hasLogo: false, isOwn: false })
  expect(await hand(picture.toString('base64'))).toBe('done')
  const first = await shown()
  expect(first).toMatchObject({ hasLogo: true, isOwn: true })
  expect(await hand(Buffer.from('<svg/>').toString('base64'))).toEqual({ logo: 'pictureUnusable' })
  expect(await shown()).toEqual(first)
  // sections are read without the picture
  expect(await saved()).not.toHaveProperty('logo')
  expect(await hand(picture.toString('base64'), other)).toBe('done')
  expect((await shown()).key).not.toBe(first.key)
  expect(await hand(null)).toBe('done')
  expect(await shown()).toMatchObject({ hasLogo: false, isOwn: false })
})

it('returns errors at the wrong fields and saves nothing', async () => {
  const { studio: section, payments } = await saved()
  expect(await codeOf(save('studio', { name: 'X', website: 'javascript:alert(1)', supportEmail: 'a b' }))).toEqual({
    name: 'studioNameLength',
    website: 'websiteInvalid',
    supportEmail: 'invalidEmail',
  })
  expect(await codeOf(save('studio', { phone: 'abc', website: 'http://stuudio.example' }))).toEqual({
    phone: 'phoneInvalid',
    website: 'websiteInvalid',
  })
  for (const registryCode of ['abc', '80123456']) {
    expect(await codeOf(save('payments', { registryCode }))).toEqual({ registryCode: 'registryCodeInvalid' })
  }
  expect(await codeOf(save('studio', { accent: '#ffcc00' }))).toEqual({ accent: 'accentTooLight' })
  expect(await codeOf(save('studio', { accent: 'url(x)' }))).toEqual({ accent: 'colourInvalid' })
  expect(await codeOf(save('payments', { iban: 'EE47 1000 0010 2014 5686' }))).toEqual({ iban: 'ibanInvalid' })
  expect(await codeOf(save('payments', { holder: ' ' }))).toEqual({ holder: 'holderMissing' })
  expect(await codeOf(save('payments', { termDays: 61, dropInFee: -1, methods: [] }))).toEqual({
    termDays: 'termOutOfRange',
    dropInFee: 'feeOutOfRange',
    methods: 'methodMissing',
  })
  expect(await codeOf(save('registration', { mostOpenPayments: 0 }))).toEqual({
    mostOpenPayments: 'mostOpenOutOfRange',
  })
  expect(await codeOf(save('notices', { classHours: 73, membershipDays: 61, overdueDays: -1 }))).toEqual({
    classHours: 'reminderHoursOutOfRange',
    membershipDays: 'reminderDaysOutOfRange',
    overdueDays: 'reminderDaysOutOfRange',
  })
  expect(await saved()).toMatchObject({ studio: section, payments })
})

it('keeps a replaced account among the others, even if statements are not read', async () => {
  const others = async () => (await saved()).payments.otherAccounts
  const [first, second, third] = ['EE471000001020145685', 'EE382200221020145685', 'EE291010220279349223']
  expect(await codeOf(save('payments', { iban: second }))).toBe('done')
  expect(await others()).toBe(first)
  studio.now += DAY
  expect(await codeOf(save('payments', { iban: third }))).toBe('done')
  expect(await others()).toBe(`${second} ${first}`)
  studio.now += DAY
  // a former account that is used again is removed from the others
  expect(await codeOf(save('payments', { iban: first }))).toBe('done')
  expect(await others()).toBe(`${third} ${second}`)
  // the admin may remove one
  expect(await codeOf(save('payments', { otherAccounts: '' }))).toBe('done')
  expect(await others()).toBe('')
})

it('drops an account that was mistyped and corrected within a day', async () => {
  const others = async () => (await saved()).payments.otherAccounts
  const [first, wrong, right] = ['EE471000001020145685', 'EE382200221020145685', 'EE291010220279349223']
  await save('payments', { iban: wrong })
  studio.now += DAY - 1
  // saving other fields meanwhile does not restart the day
  await save('payments', { termDays: 7 })
  expect(await codeOf(save('payments', { iban: right }))).toBe('done')
  expect(await others()).toBe(first)
  await save('payments', { termDays: 8 })
  studio.now += DAY
  expect(await codeOf(save('payments', { iban: first }))).toBe('done')
  expect(await others()).toBe(right)
})

it('keeps an account that comes back from the others, however soon it is replaced again', async () => {
  const [first, slip, third] = ['EE471000001020145685', 'EE382200221020145685', 'EE291010220279349223']
  for (const iban of [slip, first, third]) await save('payments', { iban })
  expect((await saved()).payments.otherAccounts).toBe(first)
})

it('merges changes of two admins, and refuses a second change of the same field with an explanation', async () => {
  const { studio: before } = await saved()
  await save('studio', { phone: '+372 5555 5555' }, { by: other, before })
  expect(await codeOf(save('studio', { name: 'Stuudio Uus' }, { before }))).toBe('done')
  expect((await saved()).studio).toMatchObject({ name: 'Stuudio Uus', phone: '+372 5555 5555' })
  const { body } = await save('studio', { phone: '+372 5666 6666' }, { before })
  expect(body).toMatchObject({
    code: 'editedMeanwhile',
    params: { name: 'Anna Maasikas' },
    fields: { phone: 'fieldEdited' },
  })
  expect((await saved()).studio.phone).toBe('+372 5555 5555')
})

it.each<[SectionName, object, object]>([
  ['studio', { phone: '+372 5555 5555' }, { phone: '+372 5666 6666' }],
  ['payments', { termDays: 7 }, { termDays: 9 }],
  ['registration', { mostOpenPayments: 3 }, { mostOpenPayments: 4 }],
  ['notices', { classHours: 24 }, { classHours: 3 }],
])(
  'tells the second of two admins in %s about a conflict, and keeps the first one’s change',
  async (section, first, second) => {
    const before = (await saved())[section]
    expect(await codeOf(save(section, first, { by: other, before }))).toBe('done')
    expect((await save(section, second, { before })).body).toMatchObject({ code: 'editedMeanwhile' })
    expect((await saved())[section]).toMatchObject(first)
  },
)

it.each<[SectionName, object, object]>([
  ['payments', { termDays: 7 }, { dropInFee: 1200 }],
  ['notices', { classHours: 24 }, { overdueDays: 3 }],
  ['features', { waitingLists: true }, { rooms: true }],
  ['setUp', { categories: true }, { shared: true }],
])('merges simultaneous changes of two admins in %s', async (section, first, second) => {
  const before = (await saved())[section]
  const outcomes = [save(section, first, { by: other, before }), save(section, second, { before })]
  expect(await Promise.all(outcomes.map((outcome) => codeOf(outcome)))).toEqual(['done', 'done'])
  expect((await saved())[section]).toMatchObject({ ...first, ...second })
})

it('loses no change if many save a section for the first time at once', async () => {
  const { studio: before } = await saved()
  const outcomes = await Promise.all([
    codeOf(save('studio', { name: 'Stuudio Uus' }, { before })),
    codeOf(save('studio', { phone: '+372 5555 5555' }, { by: other, before })),
    codeOf(save('studio', { postalAddress: 'Tartu mnt 1' }, { before })),
    codeOf(save('studio', { beta: false }, { by: other, before })),
  ])
  expect(outcomes).toEqual(['done', 'done', 'done', 'done'])
  const [row] = await studio.sql<{ value: unknown; version: number }>`select value, version from settings`
  expect(row).toMatchObject({
    version: 4,
    value: { name: 'Stuudio Uus', phone: '+372 5555 5555', postalAddress: 'Tartu mnt 1', beta: false },
  })
})

it('logs which fields were changed, but not their values', async () => {
  await save('payments', { iban: 'EE382200221020145685', termDays: 7 })
  const lines = await studio.sql<{ message: string; metadata: unknown }>`
    select message, metadata from logs where channel = 'payments'`
  expect(lines).toEqual([
    {
      message: 'Settings saved: Payments.',
      metadata: { section: 'payments', changed: ['iban', 'otherAccounts', 'termDays'] },
    },
  ])
})

it('uses the first value for a field that a saved section lacks or has with another type', async () => {
  await save('studio', { name: 'Stuudio Uus' })
  await studio.database.transaction((tx) =>
    tx.execute(`update settings set value = '{"name": "Stuudio Vana", "phone": 7, "gone": true}'`),
  )
  await studio.services.readSettings()
  expect((await saved()).studio).toMatchObject({ name: 'Stuudio Vana', phone: '', beta: true })
})

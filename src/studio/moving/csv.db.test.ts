import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkDigit } from '#kernel/references.ts'
import { MINUTE } from '#kernel/time.ts'
import { aMembership, anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { rowHashes } from '#server/testing/places.ts'
import { codeOf, visitor, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { families } from '#studio/families/contract.ts'
import { merging } from '#studio/merging/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'
import { moving, type CheckedRow } from './contract.ts'
import { columnRoles, countsOf, inParts, ROWS_AT_ONCE, type Columns, type ColumnRole } from './rules/csv.ts'
import { forgetMoved } from './server/forget.ts'

let studio: TestStudio
let admin: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin', { displayName: 'Asta' })
}, WITH_FEATURES)

const fileOf = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const columnsOf = (...roles: ColumnRole[]): Columns => Object.fromEntries(roles.map((role, at) => [role, at]))

const roles = columnRoles.filter((role) => role !== 'firstName' && role !== 'lastName')
type Cells = Partial<Record<ColumnRole, string>>
/** A file with one column for each role. */
const tableOf = (people: readonly Cells[]) =>
  fileOf(['Nimi;…', ...people.map((one) => roles.map((role) => one[role] ?? '').join(';'))].join('\r\n') + '\r\n')

const look = async (file: string, columns: Columns = columnsOf(...roles)) =>
  (await studio.must(admin, moving.check, { file, columns })).rows
const sent = (rows: readonly CheckedRow[]) => rows.map(({ number, cells }) => ({ number, cells }))
const takePart = (rows: readonly CheckedRow[], by = admin) =>
  studio.must(by, moving.take, { rows: sent(rows), language: 'et' })

/** Checks and imports a file, as the screen does. */
async function bring(file: string, columns?: Columns) {
  const looked = await look(file, columns)
  const taken = []
  for (const part of inParts(looked)) taken.push(...(await takePart(part)).rows)
  return { looked, taken, counts: countsOf(taken) }
}
const take = (...people: Cells[]) => bring(tableOf(people))

const letters = () => studio.sql<{ to: string; text: string }>`select to_address as to, text from outbox order by id`
const everybody = () => studio.sql<{ name: string; dob: string | null; phone: string; email: string | null }>`
  select trim(p.display_name || ' ' || p.family_name) as name, p.dob::text, p.phone, a.email
  from people p left join accounts a on a.person_id = p.id
  where p.id <> ${admin.userId} order by 1, 4, 2`
const idOf = async (name: string) => {
  const [found] = await studio.sql<{ id: string }>`
    select id from people where trim(display_name || ' ' || family_name) = ${name}`
  return found?.id ?? ''
}

describe('reading a table of people', () => {
  it('reads tables in every encoding and with every separator that spreadsheets write', async () => {
    const text = 'Eesnimi;Perekonnanimi;E-post\r\nÕie;Šokk;oie@example.ee\r\n'
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const windows = (s: number) => Buffer.from(Array.from(text, (one) => (one === 'Š' ? s : (one.codePointAt(0) ?? 0))))
    const files = [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(text.replaceAll(';', ',')),
      Buffer.from(text.replaceAll(';', '\t')),
      Buffer.from(`Väljavõte\r\n${text}`),
      utf16,
      windows(0x8a),
      windows(0xd0),
    ]
    for (const file of files) {
      const { headings, rows, guess, total } = await studio.must(admin, moving.readTable, { file: fileOf(file) })
      expect({ headings, rows, total }).toEqual({
        headings: ['Eesnimi', 'Perekonnanimi', 'E-post'],
        rows: [['Õie', 'Šokk', 'oie@example.ee']],
        total: 1,
      })
      expect(guess).toEqual({ firstName: 0, lastName: 1, email: 2 })
    }
  })

  it('recognises the columns by the headings of TeamUp and others, and shows no identity codes', async () => {
    const guess = async (headings: string) =>
      (await studio.must(admin, moving.readTable, { file: fileOf(`${headings}\nx,y,z,a,b,c,d\n`) })).guess
    expect(await guess('First Name,Last Name,Email,Phone,Date of Birth,Membership,Expires')).toEqual({
      firstName: 0,
      lastName: 1,
      email: 2,
      phone: 3,
      dob: 4,
      pass: 5,
      validUntil: 6,
    })
    expect(await guess('Lapse nimi,Rühm,Vanema nimi,Vanema e-post,Vanema telefon')).toEqual({
      name: 0,
      category: 1,
      guardianName: 2,
      guardianEmail: 3,
      guardianPhone: 4,
    })
    expect(await guess('Nimi,Sünniaeg,Vanema e-post,Viitenumber,Pääse,Kordi alles,Kehtib kuni')).toEqual({
      name: 0,
      dob: 1,
      guardianEmail: 2,
      reference: 3,
      pass: 4,
      usesLeft: 5,
      validUntil: 6,
    })
    const file = fileOf('Nimi,Isikukood\nMari Tamm,61005170123\n')
    expect((await studio.must(admin, moving.readTable, { file })).rows).toEqual([['Mari Tamm', '…']])
  })

  it.each([
    ['Nimi;Perekonnanimi;E-post;Sünnikuupäev;Telefon', { firstName: 0, lastName: 1, email: 2, dob: 3, phone: 4 }],
    ['Name;Last name;Email;Date of birth;Phone', { firstName: 0, lastName: 1, email: 2, dob: 3, phone: 4 }],
    ['Täisnimi;Perekonnanimi;E-post', { name: 0, lastName: 1, email: 2 }],
  ])(
    'takes a column of names beside one of last names as first names, unless it is of whole names: %s',
    async (headings, expected) => {
      const file = fileOf(`${headings}\nMari;Tamm;mari@example.ee;17.05.1990;5123 4567\n`)
      expect((await studio.must(admin, moving.readTable, { file })).guess).toEqual(expected)
    },
  )

  it('recognises a column of whole names beside one of last names by its cells', async () => {
    const file = fileOf('Nimi;Perekonnanimi\nMari Tamm;Tamm\nKask, Juku;Kask\nOlav;\n')
    const { guess } = await studio.must(admin, moving.readTable, { file })
    expect(guess).toEqual({ name: 0, lastName: 1 })
    await bring(file, guess)
    expect((await everybody()).map(({ name }) => name)).toEqual(['Juku Kask', 'Mari Tamm', 'Olav'])
  })

  it.each(['Nimi;Perekonnanimi', 'Name;Last name'])('loses nobody’s last name: %s', async (headings) => {
    const file = fileOf(
      `${headings}\nMari;Tamm\nAnna Liisa;Maria Kask\nJuku;Kask-Kuusk\nToomas Rebane;Rebane\nPiret de la Cruz;De la Cruz\nSaar, Kai;Saar\nOlav Ots;\nTamm;Tamm\n`,
    )
    await bring(file, columnsOf('name', 'lastName'))
    const names = await studio.sql<{ first: string; last: string }>`
      select display_name as first, family_name as last from people where id <> ${admin.userId} order by 1, 2`
    expect(names.map(({ first, last }) => `${first}|${last}`).toSorted()).toEqual([
      'Anna Liisa|Maria Kask',
      'Juku|Kask-Kuusk',
      'Kai|Saar',
      'Mari|Tamm',
      'Olav|Ots',
      'Piret|De la Cruz',
      'Tamm|Tamm',
      'Toomas|Rebane',
    ])
  })

  /** Tables as other systems and studios export them, with the columns that should be recognised. */
  const shapes: Readonly<Record<string, { text: string; bytes?: (text: string) => Uint8Array; guess: Columns }>> = {
    'TeamUp’s, with commas': {
      text: 'First Name,Last Name,Email,Phone Number,Date of Birth,Status\nMari,Tamm,Mari@Example.ee,+372 5123 4567,1990-05-17,Active\n',
      guess: { firstName: 0, lastName: 1, email: 2, phone: 3, dob: 4 },
    },
    'Momoyoga’s from Excel, with semicolons and a mark': {
      text: '\uFEFFFirst name;Last name;Email address;Telephone;Birth date;Product;Credits left;Valid until\r\nMari;Tamm;mari@example.ee;5123 4567;17/05/1990;Ten classes;4;31.12.2099\r\n',
      guess: { firstName: 0, lastName: 1, email: 2, phone: 3, dob: 4, pass: 5, usesLeft: 6, validUntil: 7 },
    },
    'a list of participants in Estonian, with tabs': {
      text: 'Tellimus\tOsaleja eesnimi\tOsaleja perekonnanimi\tOsaleja e-post\tTelefoni nr\tSünniaeg\n17\tMari\tTamm\tmari@example.ee\t51234567\t17.05.1990\n',
      guess: { firstName: 1, lastName: 2, email: 3, phone: 4, dob: 5 },
    },
    'a studio’s own in Windows’ Baltic letters, with decimal commas': {
      text: 'Õpilase nimi;E-posti aadress;Mobiil;Sünnikuupäev;Võlg\r\n"Tamm, Mari";mari@example.ee;5123 4567;17.5.1990;1 012,50\r\n',
      // these letters have the same code in the Western and the Baltic code page of Windows
      bytes: (text) => Buffer.from(text, 'latin1'),
      guess: { name: 0, email: 1, phone: 2, dob: 3, debt: 4 },
    },
    'Excel’s Unicode text': {
      text: '\uFEFFKlient\tMeil\tKontakttelefon\tSünnipäev\tAbonement\tKordi järel\tAegub\r\nMari Tamm\tmari@example.ee\t5123 4567\t17.05.1990\tTen classes\t4,0\t31.12.2099\r\n',
      bytes: (text) => Buffer.from(text, 'utf16le'),
      guess: { name: 0, email: 1, phone: 2, dob: 3, pass: 4, usesLeft: 5, validUntil: 6 },
    },
  }
  it.for(Object.entries(shapes))(
    'recognises the columns of another system’s table and imports it unchanged: %s',
    async ([, shape]) => {
      await aMembership(studio, admin, { name: 'Ten classes' })
      const file = fileOf(shape.bytes?.(shape.text) ?? shape.text)
      const { guess } = await studio.must(admin, moving.readTable, { file })
      expect(guess).toEqual(shape.guess)
      const { taken } = await bring(file, guess)
      expect(taken).toMatchObject([{ outcome: 'new', faults: [], notes: [] }])
      const [mari, ...others] = await everybody()
      expect(mari).toMatchObject({ name: 'Mari Tamm', dob: '1990-05-17', email: 'mari@example.ee' })
      expect(mari?.phone).toContain('5123 4567')
      expect(others).toEqual([])
      const [owed] = await studio.sql<{ cents: number | null }>`select sum(price)::int as cents from payments`
      expect(owed?.cents ?? 0).toBe('debt' in shape.guess ? 101_250 : 0)
      const [held] = await studio.sql<{ n: number }>`select count(*)::int as n from purchases`
      expect(held?.n).toBe('pass' in shape.guess ? 1 : 0)
      await expectInvariants(studio)
    },
  )

  it('reads a table without headings, and one with names only', async () => {
    const bare = await studio.must(admin, moving.readTable, {
      file: fileOf('Mari Tamm;mari@example.ee\nJuku;j@example.ee'),
    })
    expect(bare).toMatchObject({ headings: ['1', '2'], total: 2 })
    expect((await bring(fileOf('Nimi\nMari Tamm\nJuku Kask\n'), columnsOf('name'))).counts.new).toBe(2)
  })

  it('refuses a file that is not a table, has no names or has too many rows', async () => {
    const tooWide = `${'Nimi;'.repeat(502)}\n${'Mari;'.repeat(502)}\n`
    for (const file of ['', 'Nimi;E-post\n', '%PDF-1.4\u0000\u0001', tooWide])
      expect(await codeOf(studio.call(admin, moving.readTable, { file: fileOf(file) }))).toBe('notATable')
    const columns = columnsOf('name')
    const refused = studio.call(admin, moving.check, { file: fileOf('a;b\nc;d'), columns: { email: 1 } })
    expect(await codeOf(refused)).toBe('noNames')
    const long = `Nimi\n${'Mari Tamm\n'.repeat(10_001)}`
    expect(await codeOf(studio.call(admin, moving.check, { file: fileOf(long), columns }))).toBe('tooManyRows')
  })
})

describe('importing people', () => {
  it('creates people and their accounts without sending a letter, and finds them the next time', async () => {
    const people = [
      { name: 'Mari Tamm', email: 'Mari@Example.ee', phone: '5123 4567', dob: '17.05.1990' },
      { name: 'Kask, Juku', dob: '2012-03-04' },
    ]
    const { looked, counts } = await take(...people)
    expect(looked.map(({ name, outcome, gains }) => ({ name, outcome, gains }))).toEqual([
      { name: 'Mari Tamm', outcome: 'new', gains: ['signIn'] },
      { name: 'Juku Kask', outcome: 'new', gains: [] },
    ])
    expect(counts).toEqual({ new: 2, changed: 0, known: 0, repeated: 0, left: 0 })
    expect(await everybody()).toEqual([
      { name: 'Juku Kask', dob: '2012-03-04', phone: '', email: null },
      { name: 'Mari Tamm', dob: '1990-05-17', phone: '+372 5123 4567', email: 'mari@example.ee' },
    ])
    expect(await letters()).toEqual([])
    expect((await take(...people)).counts).toEqual({ new: 0, changed: 0, known: 2, repeated: 0, left: 0 })
    await expectInvariants(studio)
  })

  it('says which row of the file another one repeats, also before anybody is here', async () => {
    const mari = { name: 'Mari Tamm', email: 'mari@example.ee' }
    const file = tableOf([mari, { name: 'Juku Kask' }, mari, { name: 'Mari Tamm', phone: '5123 4567' }])
    const said = async () =>
      (await look(file))
        .toSorted((a, b) => a.number - b.number)
        .map(({ number, outcome, repeats }) => [number, outcome, repeats])
    expect(await said()).toEqual([
      [2, 'new', null],
      [3, 'new', null],
      [4, 'repeated', 2],
      [5, 'changed', 2],
    ])
    const { counts } = await bring(file)
    expect(counts).toMatchObject({ new: 2, changed: 1 })
    expect(await said()).toEqual([
      [2, 'known', null],
      [3, 'known', null],
      [4, 'repeated', 2],
      [5, 'repeated', 2],
    ])
  })

  it('writes the name of a person as the first of their rows does, whichever says more', async () => {
    await take(
      { name: 'Oskar Tamm' },
      { name: 'Liis Lepp', email: 'liis@example.ee' },
      { name: 'LEPP, liis', email: 'teine@example.ee' },
      { name: 'oskar  TAMM', dob: '17.05.1990', phone: '5123 4567' },
      { name: 'LIIS LEPP', email: 'liis@example.ee' },
    )
    expect((await everybody()).map(({ name, dob }) => [name, dob])).toEqual([
      ['Liis Lepp', null],
      ['Oskar Tamm', '1990-05-17'],
      // another person, by the address
      ['liis LEPP', null],
    ])
  })

  it('writes nothing when it only checks', async () => {
    await look(tableOf([{ name: 'Mari Tamm', email: 'mari@example.ee' }]))
    expect(await everybody()).toEqual([])
  })

  it('fills in missing details of a known person and changes none that are there', async () => {
    await take({ name: 'Mari Tamm', phone: '51234567' })
    const more = { name: 'MARI TAMM', email: 'mari@example.ee', phone: '5555 5555', dob: '17.05.1990' }
    const { looked, counts } = await take(more)
    expect(looked[0]).toMatchObject({
      outcome: 'changed',
      gains: ['signIn', 'dob'],
      notes: [{ kind: 'phoneDiffers', detail: '' }],
    })
    expect(counts.changed).toBe(1)
    expect(await everybody()).toEqual([
      { name: 'Mari Tamm', dob: '1990-05-17', phone: '+372 5123 4567', email: 'mari@example.ee' },
    ])
    expect((await take(more)).counts.known).toBe(1)
  })

  it('keeps people apart whose address or date of birth differs', async () => {
    await take(
      { name: 'Mari Tamm', email: 'mari@example.ee' },
      { name: 'Mari Tamm', email: 'teine@example.ee' },
      { name: 'Juku Kask', dob: '2010-01-01' },
      { name: 'Juku Kask', dob: '2011-01-01' },
    )
    expect((await everybody()).map(({ email, dob }) => email ?? dob)).toEqual([
      '2010-01-01',
      '2011-01-01',
      'mari@example.ee',
      'teine@example.ee',
    ])
    // creates nobody if several known people could be meant
    expect((await take({ name: 'Mari Tamm' })).taken[0]).toMatchObject({
      outcome: 'left',
      faults: [{ reason: 'severalAlike', columns: [], detail: '' }],
    })
  })

  it('leaves an address with its first owner and imports the other person without it', async () => {
    await take(
      { name: 'Kati Tamm', email: 'pere@example.ee', dob: '1980-01-01' },
      { name: 'Mari Tamm', email: 'pere@example.ee', dob: '2008-01-01' },
    )
    expect(await everybody()).toMatchObject([
      { name: 'Kati Tamm', email: 'pere@example.ee' },
      { name: 'Mari Tamm', email: null },
    ])
  })

  it.each([
    [{ name: '', email: 'mari@example.ee' }, 'noName', []],
    [{ name: `Mari ${'x'.repeat(90)}` }, 'badName', ['name']],
    [{ name: 'Mari Tamm', email: 'mari@' }, 'badEmail', ['email']],
    [{ name: 'Mari Tamm', guardianEmail: 'kati@' }, 'badEmail', ['guardianEmail']],
    [{ name: 'Mari Tamm', dob: '31.02.2010' }, 'badDate', ['dob']],
    [{ name: 'Mari Tamm', dob: '2090-01-01' }, 'badDate', ['dob']],
    [{ name: 'Mari Tamm', dob: '1.1.1900' }, 'dobTooOld', ['dob']],
    [{ name: 'Mari Tamm', dob: '01.01.1915' }, 'dobTooOld', ['dob']],
    [{ name: 'KOKKU', debt: '102,50' }, 'notAPerson', ['name']],
    [{ name: 'Summa:', credit: '102,50' }, 'notAPerson', ['name']],
    [{ name: 'total' }, 'notAPerson', ['name']],
    [{ name: 'Mari Tamm', reference: '123456' }, 'badReference', ['reference']],
    [{ name: 'Mari Tamm', pass: 'Ten', usesLeft: 'five', validUntil: '2030-01-01' }, 'badUses', ['usesLeft']],
    [{ name: 'Mari Tamm', pass: 'Ten', usesLeft: '5' }, 'badUntil', ['validUntil']],
    [{ name: 'Mari Tamm', pass: 'Unknown', usesLeft: '5', validUntil: '2030-01-01' }, 'passUnknown', ['pass']],
    [{ name: 'Mari Tamm', debt: '100001' }, 'badMoney', ['debt']],
  ] as const)('does not import %o', async (row, reason, columns) => {
    if (reason === 'badUses' || reason === 'badUntil') await aMembership(studio, admin, { name: 'Ten' })
    const { taken } = await take(row)
    const detail = columns.map((column) => Object.entries(row).find(([role]) => role === column)?.[1] ?? '').join('')
    expect(taken).toMatchObject([{ outcome: 'left', faults: [{ reason, columns, detail }] }])
    expect(await everybody()).toEqual([])
  })

  it('imports people whose name is a word for a sum, if the row says more of them', async () => {
    const { counts } = await take(
      { name: 'Summa', dob: '17.05.1990' },
      { name: 'Total', email: 'total@example.ee' },
      { name: 'Mari Kokku' },
      { name: 'Juku Kask', dob: '01.01.1920' },
    )
    expect(counts.new).toBe(4)
  })

  it('names all that is wrong with a row at once, each with its column, and nothing that the rest may explain', async () => {
    await take({ name: 'Mari Tamm', dob: '2010-01-01' }, { name: 'Mari Tamm', dob: '2011-01-01' })
    const row = {
      email: 'mari@',
      phone: '12',
      dob: '31.02.2010',
      category: 'Nowhere',
      guardianEmail: 'kati@',
      reference: '123456',
      pass: 'Unknown',
      usesLeft: 'five',
      validUntil: 'soon',
      debt: 'palju',
      credit: 'palju',
    }
    const faults = [
      { reason: 'badEmail', columns: ['email'], detail: 'mari@' },
      { reason: 'badEmail', columns: ['guardianEmail'], detail: 'kati@' },
      { reason: 'badDate', columns: ['dob'], detail: '31.02.2010' },
      { reason: 'badReference', columns: ['reference'], detail: '123456' },
      { reason: 'badUses', columns: ['usesLeft'], detail: 'five' },
      { reason: 'badUntil', columns: ['validUntil'], detail: 'soon' },
      { reason: 'badMoney', columns: ['debt'], detail: 'palju' },
      { reason: 'badMoney', columns: ['credit'], detail: 'palju' },
      { reason: 'passUnknown', columns: ['pass'], detail: 'Unknown' },
      { reason: 'categoryUnknown', columns: ['category'], detail: 'Nowhere' },
    ]
    const { looked, taken } = await take({ name: 'Mari Tamm', ...row }, { name: '', ...row })
    const left = { outcome: 'left', gains: [], notes: [{ kind: 'badPhone', detail: '' }] }
    const noName = { reason: 'noName', columns: [], detail: '' }
    for (const rows of [looked, taken])
      expect(rows.toSorted((a, b) => a.number - b.number)).toMatchObject([
        { ...left, faults },
        { ...left, faults: [noName, ...faults] },
      ])
    expect(await everybody()).toHaveLength(2)
  })

  it('does not import a row with a last name only, and says that its first name is missing', async () => {
    const file = fileOf('Eesnimi;Perekonnanimi;E-post\n;Puudub;x@example.ee\nMari;Tamm;mari@example.ee\n')
    const { taken, looked } = await bring(file, columnsOf('firstName', 'lastName', 'email'))
    expect(looked).toContainEqual(
      expect.objectContaining({
        name: 'Puudub',
        outcome: 'left',
        faults: [{ reason: 'noFirstName', columns: ['firstName'], detail: '' }],
      }),
    )
    expect(countsOf(taken)).toEqual({ new: 1, changed: 0, known: 0, repeated: 0, left: 1 })
    expect((await everybody()).map(({ name }) => name)).toEqual(['Mari Tamm'])
  })

  it.each([
    ['in the table', (tiit: Cells, ...children: Cells[]) => take(tiit, ...children)],
    [
      'here already',
      async (tiit: Cells, ...children: Cells[]) => {
        await take(tiit)
        return await take(...children)
      },
    ],
  ])(
    'ties a child to nobody but the parent whom its row names: the address is of another person %s',
    async (_w, takeBoth) => {
      const pere = { guardianName: 'Piret Tamm', guardianEmail: 'pere@example.ee', guardianPhone: '5111 1111' }
      const { looked, taken } = await takeBoth(
        { name: 'Tiit Sukk', email: 'pere@example.ee' },
        { name: 'Juku Tamm', dob: '2016-01-01', ...pere },
      )
      const left = { outcome: 'new', gains: [], notes: [{ kind: 'guardianNamedOtherwise', detail: 'Tiit Sukk' }] }
      for (const rows of [looked, taken]) expect(rows).toContainEqual(expect.objectContaining(left))
      expect(await studio.sql`select person_id from guardians`).toEqual([])
      expect(await everybody()).toMatchObject([{ name: 'Juku Tamm' }, { name: 'Tiit Sukk', phone: '' }])
      await expectInvariants(studio)
    },
  )

  it.each([
    ['Tamm, PIRET', 'Piret Tamm'],
    ['Tamm Piret', 'Piret Tamm'],
    ['Piret', 'Piret Tamm'],
    ['Piret Tamm', 'Piret-Liis Tamm'],
    ['Piret Tamm', 'pere'],
    ['', 'Piret Tamm'],
  ])('knows a parent whom the row calls %j by the name %j', async (guardianName, name) => {
    const email = 'pere@example.ee'
    await take({ name, email })
    const { taken } = await take({ name: 'Juku Tamm', dob: '2016-01-01', guardianName, guardianEmail: email })
    expect(taken).toMatchObject([{ gains: ['guardian'], notes: [] }])
  })

  it('treats the address in a small child’s row as the parent’s, and creates the parent', async () => {
    const { looked } = await take({
      name: 'Juku Kask',
      dob: '2018-01-01',
      email: 'kati@example.ee',
      guardianName: 'Kati Kask',
    })
    expect(looked[0]).toMatchObject({ gains: ['guardian'], notes: [{ kind: 'addressOfGuardian', detail: '' }] })
    expect(await everybody()).toMatchObject([
      { name: 'Juku Kask', email: null },
      { name: 'Kati Kask', email: 'kati@example.ee' },
    ])
    const { guardians } = await studio.ask(admin, families.ofUser, { userId: await idOf('Juku Kask') })
    expect(guardians).toMatchObject([{ displayName: 'Kati', email: 'kati@example.ee' }])
    // a second child finds the same parent
    await take({ name: 'Miia Kask', dob: '2016-01-01', guardianEmail: 'kati@example.ee' })
    const { children } = await studio.ask(admin, families.ofUser, { userId: await idOf('Kati Kask') })
    expect(children.map(({ displayName }) => displayName)).toEqual(['Miia', 'Juku'])
    await expectInvariants(studio)
  })

  it('takes a parent’s name from the row of any of their children, in any order', async () => {
    await take(
      { name: 'Miia Kask', dob: '2016-01-01', guardianEmail: 'kati@example.ee' },
      { name: 'Juku Kask', dob: '2018-01-01', email: 'Kati@example.ee', guardianName: 'Kati Kask' },
      { name: 'Mari Tamm', dob: '2017-01-01', guardianEmail: 'tamm@example.ee' },
    )
    expect((await everybody()).map(({ name, email }) => [name, email])).toEqual([
      ['Juku Kask', null],
      ['Kati Kask', 'kati@example.ee'],
      ['Mari Tamm', null],
      ['Miia Kask', null],
      ['tamm', 'tamm@example.ee'],
    ])
  })

  describe('a child with the same name as its parent', () => {
    const kaisa = 'vanem4@example.ee'
    const brother = { name: 'Ülo Käär', dob: '2013-02-01', guardianName: 'Kaisa Käär', guardianEmail: kaisa }
    const daughter = { name: 'Kaisa Käär', dob: '2015-04-22', guardianName: 'Kaisa Käär', guardianEmail: kaisa }
    const family = [
      { name: 'Kaisa Käär', dob: null, email: kaisa },
      { name: 'Kaisa Käär', dob: '2015-04-22', email: null },
      { name: 'Ülo Käär', dob: '2013-02-01', email: null },
    ]
    const byName = async () =>
      (await everybody())
        .map(({ name, dob, email }) => ({ name, dob, email }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'et') || Number(a.email === null) - Number(b.email === null))
    /** Checks that the preview and the import return the same. */
    const takes = async (...people: Cells[]) => {
      const { looked, taken } = await take(...people)
      const said = (all: typeof taken) =>
        all.map(({ outcome, faults, gains, notes }) => ({
          outcome,
          reasons: faults.map(({ reason }) => reason),
          gains,
          notes,
        }))
      expect(said(taken)).toEqual(said(looked))
      return said(taken)
    }
    const links = async () =>
      (
        await studio.sql<{ child: string }>`
          select trim(p.display_name || ' ' || p.family_name) as child from guardians g
          join accounts a on a.id = g.account_id join people p on p.id = g.person_id where a.email = ${kaisa} order by 1`
      ).map(({ child }) => child)

    it('creates the child with the parent as its guardian', async () => {
      const isNew = { outcome: 'new', reasons: [], gains: ['guardian'], notes: [] }
      expect(await takes(brother, daughter)).toEqual([isNew, isNew])
      expect(await byName()).toEqual(family)
      expect(await links()).toEqual(['Kaisa Käär', 'Ülo Käär'])
      expect((await takes(brother, daughter)).map(({ outcome }) => outcome)).toEqual(['known', 'known'])
      await expectInvariants(studio)
    })

    it('creates the child if the parent is known already and the row does not name them', async () => {
      await takes(brother)
      const { guardianName: _n, guardianEmail: _e, ...alone } = daughter
      expect(await takes(alone)).toMatchObject([{ outcome: 'new', gains: [] }])
      expect(await byName()).toEqual(family)
      expect(await takes(daughter)).toMatchObject([{ outcome: 'changed', gains: ['guardian'] }])
      expect(await links()).toEqual(['Kaisa Käär', 'Ülo Käär'])
    })

    it('links the guardian if a child old enough to sign in has the parent’s address in both columns', async () => {
      await takes(brother)
      expect(await takes({ ...daughter, dob: '2010-04-22', email: kaisa })).toMatchObject([{ gains: ['guardian'] }])
      expect(await links()).toEqual(['Kaisa Käär', 'Ülo Käär'])
    })

    it.each([
      ['it has the sign-in of a guardian', [brother], { name: 'Kaisa Käär', dob: '2010-04-22', email: kaisa }],
      ['one of the name is here and may be either', [{ name: 'Kaisa Käär' }], daughter],
      ['it has no date of birth', [brother], { ...daughter, dob: '' }],
    ])('leaves out a row that may mean the child or the parent: %s', async (_what, before, row) => {
      await takes(...before)
      const were = await byName()
      expect(await takes(row)).toEqual([{ outcome: 'left', reasons: ['severalAlike'], gains: [], notes: [] }])
      expect(await byName()).toEqual(were)
    })
  })

  it('fills in a parent’s phone from any child’s row and changes none that is there', async () => {
    const child = { guardianName: 'Kati Kask', guardianEmail: 'kati@example.ee' }
    const juku = { name: 'Juku Kask', dob: '2018-01-01', ...child }
    const miia = { name: 'Miia Kask', dob: '2016-01-01', ...child }
    await take(juku, {
      name: 'Mari Tamm',
      dob: '2017-01-01',
      guardianEmail: 'tamm@example.ee',
      guardianPhone: '5333 3333',
    })
    const { taken } = await take({ ...juku, guardianPhone: '5111 1111' }, { ...miia, guardianPhone: '5222 2222' })
    // rows of older children are imported first, so Miia’s phone is kept
    expect(taken).toMatchObject([
      { outcome: 'new', gains: ['guardian', 'guardianPhone'], notes: [] },
      { outcome: 'known', gains: [], notes: [{ kind: 'guardianPhoneDiffers', detail: '' }] },
    ])
    const phones = (await everybody()).filter(({ email }) => email).map(({ email, phone }) => [email, phone])
    expect(phones).toEqual([
      ['kati@example.ee', '+372 5222 2222'],
      ['tamm@example.ee', '+372 5333 3333'],
    ])
  })

  it('says that a parent without an address is left out, and keeps the parent’s phone for a child who has none', async () => {
    const parent = { guardianName: 'Kati Kask', guardianPhone: '5111 1111' }
    const { looked, taken } = await take(
      { name: 'Juku Kask', dob: '2018-01-01', ...parent },
      { name: 'Miia Kask', ...parent, phone: '5222 2222' },
      { name: 'Mari Tamm', dob: '1980-01-01', ...parent },
      { name: 'Ülo Käär', dob: '2018-01-01', guardianName: 'Kaisa Käär' },
    )
    const without = { kind: 'guardianWithoutAddress', detail: 'Kati Kask, 5111 1111' }
    for (const rows of [looked, taken])
      expect(rows.toSorted((a, b) => a.number - b.number).map(({ notes }) => notes)).toEqual([
        [without, { kind: 'guardianPhoneKept', detail: '' }],
        [without],
        [without],
        [{ kind: 'guardianWithoutAddress', detail: 'Kaisa Käär' }],
      ])
    expect((await everybody()).map(({ name, phone }) => [name, phone])).toEqual([
      ['Juku Kask', '+372 5111 1111'],
      ['Mari Tamm', ''],
      ['Miia Kask', '+372 5222 2222'],
      ['Ülo Käär', ''],
    ])
  })

  it('says nothing of a parent without an address to a child whose own address is the parent’s', async () => {
    const row = { name: 'Juku Kask', dob: '2018-01-01', email: 'kati@example.ee', guardianName: 'Kati Kask' }
    expect((await take(row)).taken[0]?.notes.map(({ kind }) => kind)).toEqual(['addressOfGuardian'])
  })

  it('gives people the membership category of that name, and replaces none that they have', async () => {
    const { looked } = await take(
      { name: 'Mari Tamm', category: 'girl  GROUP member' },
      { name: 'Juku Kask' },
      { name: 'Miia Kask', category: 'Nowhere' },
    )
    expect(looked.find(({ name }) => name === 'Miia Kask')).toMatchObject({
      outcome: 'left',
      faults: [{ reason: 'categoryUnknown', columns: ['category'], detail: 'Nowhere' }],
    })
    expect(
      (await take({ name: 'Juku Kask', category: 'Boy Group Member' }, { name: 'Mari Tamm', category: 'Cover' })).taken,
    ).toMatchObject([
      { outcome: 'changed', gains: ['category'], notes: [] },
      { outcome: 'known', gains: [], notes: [{ kind: 'categoryDiffers', detail: '' }] },
    ])
    const categories = await studio.sql`
      select p.display_name as name, p.membership_category as category, s.since::text as since
      from people p left join "categorySpans" s on s.person_id = p.id where p.id <> ${admin.userId} order by 1`
    // a new person gets the category without a start date, a known person gets it from today
    expect(categories).toEqual([
      { name: 'Juku', category: 'Member-boy', since: '2026-03-10' },
      { name: 'Mari', category: 'Member-girl', since: null },
    ])
    await expectInvariants(studio)
  })

  it('links no guardian to an adult or a person of unknown age', async () => {
    const { looked } = await take({ name: 'Mari Tamm', guardianEmail: 'kati@example.ee' })
    expect(looked[0]).toMatchObject({ outcome: 'new', notes: [{ kind: 'guardianNotLinked', detail: '' }] })
  })

  it('gives a payer the reference number used before, and refuses one that belongs to another payer', async () => {
    const reference = `77123${checkDigit('77123')}`
    await take({ name: 'Mari Tamm', reference })
    const userId = await idOf('Mari Tamm')
    expect(await studio.ask(admin, payments.referencesOf, { userId })).toContainEqual({ reference, added: true })
    expect((await take({ name: 'Mari Tamm', reference })).counts.known).toBe(1)
    expect((await take({ name: 'Juku Kask', reference })).taken[0]).toMatchObject({
      faults: [{ reason: 'referenceTaken', columns: ['reference'], detail: reference }],
    })
    // one reference number may serve a whole family with one payer
    await take({ name: 'Mari Tamm', dob: '2015-01-01', guardianEmail: 'kati@example.ee', guardianName: 'Kati Tamm' })
    const sibling = { name: 'Jaan Tamm', dob: '2016-01-01', guardianEmail: 'kati@example.ee', reference }
    expect((await take(sibling)).counts).toMatchObject({ new: 1, left: 0 })
    await expectInvariants(studio)
  })

  it('ignores guardians and reference numbers if families and bank statements are switched off', async () => {
    const { features: before } = await studio.ask(admin, settings.all, {})
    const typed = { ...before, families: false, statements: false }
    await studio.must(admin, settings.save, { section: 'features', typed, before })
    const { counts } = await take({
      name: 'Juku Kask',
      dob: '2018-01-01',
      guardianEmail: 'kati@example.ee',
      reference: '1',
    })
    expect(counts.new).toBe(1)
    expect(await everybody()).toMatchObject([{ name: 'Juku Kask', email: null }])
  })
})

describe('importing a pass that was bought elsewhere', () => {
  const row = { name: 'Mari Tamm', pass: 'TEN classes', usesLeft: '4', validUntil: '30.12.2026' }
  const passOf = async (name: string) =>
    (await studio.ask(admin, memberships.ofUser, { userId: await idOf(name), page: 1 })).rows

  it('imports the classes that are left, valid until the end of the last day, only once', async () => {
    await aMembership(studio, admin, { name: 'Ten classes', classLimit: 10 })
    expect((await take(row)).taken[0]?.gains).toEqual(['pass'])
    const [pass] = await passOf('Mari Tamm')
    expect(pass).toMatchObject({ membershipName: 'Ten classes', classLimit: 10, classesUsed: 6, paymentStatus: null })
    // in Tallinn; a millisecond later every screen would say 31 December
    expect(new Date(pass?.validUntil ?? 0).toISOString()).toBe('2026-12-30T21:59:59.999Z')
    const book = await studio.ask(admin, passes.bookOf, { id: pass?.id ?? '', page: 1 })
    expect(book?.rows).toMatchObject([{ kind: 'opening', classes: 4, remaining: 4 }])
    // not imported again if the table now says fewer classes
    expect((await take({ ...row, usesLeft: '3' })).counts.known).toBe(1)
    expect(await passOf('Mari Tamm')).toHaveLength(1)
    await expectInvariants(studio)
  })

  it('keeps more classes than the membership is sold with', async () => {
    await aMembership(studio, admin, { name: 'Ten classes', classLimit: 10 })
    const { looked } = await take({ ...row, usesLeft: '14' })
    expect(looked).toMatchObject([
      {
        notes: [{ kind: 'moreLeftThanSold', detail: '14 > 10' }],
        pass: { name: 'Ten classes', left: 14, of: 10, until: '2026-12-30' },
      },
    ])
    expect(await passOf('Mari Tamm')).toMatchObject([{ classLimit: 14, classesUsed: 0 }])
    await expectInvariants(studio)
  })

  it.each([{ usesLeft: '0' }, { validUntil: '01.01.2026' }])(
    'does not import a pass that has ended: %o',
    async (over) => {
      await aMembership(studio, admin, { name: 'Ten classes', classLimit: 10 })
      expect((await take({ ...row, ...over })).looked[0]).toMatchObject({
        outcome: 'new',
        notes: [{ kind: 'passEnded', detail: '' }],
      })
      expect(await passOf('Mari Tamm')).toEqual([])
    },
  )

  it('does not import the pass again after two people were merged', async () => {
    await aMembership(studio, admin, { name: 'Ten classes', classLimit: 10 })
    await take({ name: 'Mari Tamm', email: 'mari@example.ee' }, { ...row, email: 'teine@example.ee' })
    const [kept] = await studio.sql<{
      person_id: string
    }>`select person_id from accounts where email = 'mari@example.ee'`
    const [gone] = await studio.sql<{
      person_id: string
    }>`select person_id from accounts where email = 'teine@example.ee'`
    await studio.must(admin, merging.merge, { keptId: kept?.person_id ?? '', goneId: gone?.person_id ?? '', take: [] })
    await take({ ...row, email: 'mari@example.ee' })
    expect(await passOf('Mari Tamm')).toHaveLength(1)
  })
})

describe('importing an earlier balance', () => {
  const due = async () =>
    await studio.sql`select p.item, p.description, p.price, p.status, y.account_id, y.person_id from payments p
      join payers y on y.id = p.payer_id order by p.price`

  it('turns a debt into a due payment, without a letter, that can be paid', async () => {
    const row = { name: 'Mari Tamm', email: 'mari@example.ee', debt: '1 045,50 €', debtFor: 'Kevadkursus 2025' }
    const { looked, taken } = await take(row)
    for (const [said] of [looked, taken])
      expect(said).toMatchObject({ gains: ['signIn', 'debt'], owes: 104_550, pass: null })
    const [mari] = await studio.sql<{ id: string }>`select id from accounts where email = 'mari@example.ee'`
    expect(await due()).toEqual([
      {
        item: 'earlier debt',
        description: 'Kevadkursus 2025',
        price: 104550,
        status: 'due',
        account_id: mari?.id,
        person_id: null,
      },
    ])
    await studio.runJobs()
    await studio.writeLetters()
    expect(await letters()).toEqual([])
    // imported once, even after it is paid
    const [made] = await studio.sql<{ id: string }>`select id from payments`
    await studio.must(admin, payments.confirm, { paymentId: made?.id ?? '', actualAmount: 104550 })
    expect((await take({ ...row, debt: '30' })).counts.known).toBe(1)
    expect(await due()).toHaveLength(1)
    await expectInvariants(studio)
  })

  it('turns a prepayment into credit of the payer', async () => {
    const child = { name: 'Juku Kask', dob: '2016-01-01', guardianEmail: 'kati@example.ee', guardianName: 'Kati Kask' }
    expect((await take({ ...child, credit: '25' })).taken).toMatchObject([
      { gains: ['guardian', 'credit'], owes: -2500 },
    ])
    expect(await studio.ask(admin, payments.creditFor, { userId: await idOf('Kati Kask') })).toMatchObject({
      credit: 2500,
    })
    expect((await take({ ...child, credit: '25' })).counts.known).toBe(1)
    await expectInvariants(studio)
  })

  it('treats a negative debt as credit and a negative credit as debt, and ignores zero', async () => {
    await take(
      { name: 'Mari Tamm', debt: '-10' },
      { name: 'Juku Kask', credit: '-5' },
      { name: 'Miia Kask', debt: '0,00' },
    )
    expect(await studio.ask(admin, payments.creditFor, { userId: await idOf('Mari Tamm') })).toMatchObject({
      credit: 1000,
    })
    expect(await due()).toMatchObject([{ price: 500, description: 'Varasem võlg', person_id: await idOf('Juku Kask') }])
    expect((await take({ name: 'Jaan Jõgi', debt: 'palju' })).taken[0]).toMatchObject({
      faults: [{ reason: 'badMoney', columns: ['debt'] }],
    })
    await expectInvariants(studio)
  })

  it('says that credit needs bank statements where a negative debt comes without them', async () => {
    const { features: before } = await studio.ask(admin, settings.all, {})
    const typed = { ...before, statements: false }
    await studio.must(admin, settings.save, { section: 'features', typed, before })
    const { taken } = await take({ name: 'Mari Tamm', debt: '-10' }, { name: 'Juku Kask', debt: '-100001' })
    expect(taken.toSorted((a, b) => a.number - b.number).map(({ faults }) => faults)).toEqual([
      [{ reason: 'creditSwitchedOff', columns: ['debt'], detail: '-10' }],
      // a sum that is too large in any case
      [{ reason: 'badMoney', columns: ['debt'], detail: '-100001' }],
    ])
  })

  it('moves the balance along when the person gets an account later', async () => {
    await take({ name: 'Mari Tamm', debt: '20', credit: '5', reference: '13' })
    await take({ name: 'Mari Tamm', email: 'mari@example.ee' })
    expect(await due()).toMatchObject([{ price: 1500, person_id: null }])
    await expectInvariants(studio)
  })
})

describe('importing the same people', () => {
  const names = ['Mari Tamm', 'Juku Kask', 'Miia Kask', 'Õie Šokk']
  /** Rows with more or fewer details, none of which contradicts another row. */
  const somebody = fc
    .record({
      who: fc.integer({ min: 0, max: 3 }),
      says: fc.record({
        email: fc.boolean(),
        dob: fc.boolean(),
        phone: fc.boolean(),
        pass: fc.boolean(),
        debt: fc.boolean(),
      }),
    })
    .map(({ who, says }): Cells => {
      const bornIn = [1980, 2009, 2016, 2018][who] ?? 1980
      return {
        name: names[who] ?? '',
        ...(says.email && { email: ['mari', 'juku', 'kask', 'kask'][who] + '@example.ee' }),
        // the age decides whether an address is the child’s or the parent’s
        ...((says.dob || (says.email && bornIn > 2012)) && { dob: `${bornIn}-02-03` }),
        ...(says.phone && { phone: '51234567' }),
        ...(says.debt && { debt: '20' }),
        ...(says.pass && { pass: 'Ten classes', usesLeft: '5', validUntil: '2026-12-30' }),
      }
    })

  const state = async () => ({
    people: await everybody(),
    passes:
      await studio.sql`select p.display_name, count(*)::int as n from purchases u join people p on p.id = u.user_id group by 1 order by 1`,
    guardians:
      await studio.sql`select a.email, p.display_name, p.dob::text from guardians g join accounts a on a.id = g.account_id
      join people p on p.id = g.person_id order by 1, 2, 3`,
  })
  async function from(files: readonly string[]) {
    await studio.empty()
    admin = await studio.person('admin', { displayName: 'Asta' })
    await aMembership(studio, admin, { name: 'Ten classes', classLimit: 10 })
    for (const file of files) await bring(file)
    await expectInvariants(studio)
    return await state()
  }

  it('gives the same result for rows in any order, a repeated file, and a file that was cut off and sent again', async () => {
    const files = fc
      .array(somebody, { minLength: 2, maxLength: 8 })
      .chain((rows) =>
        fc.tuple(
          fc.constant(rows),
          fc.shuffledSubarray(rows, { minLength: rows.length }),
          fc.integer({ min: 1, max: rows.length - 1 }),
        ),
      )
    await fc.assert(
      fc.asyncProperty(files, async ([rows, other, cut]) => {
        const once = await from([tableOf(rows)])
        expect(await from([tableOf(other)])).toEqual(once)
        expect(await from([tableOf([...rows, ...rows])])).toEqual(once)
        expect(await from([tableOf(rows.slice(0, cut)), tableOf(rows)])).toEqual(once)
        expect(await from([tableOf(rows), tableOf(other)])).toEqual(once)
        // the preview of the same file finds nothing new
        expect(countsOf(await look(tableOf(rows)))).toMatchObject({ new: 0, changed: 0, left: 0 })
      }),
      { numRuns: 8 },
    )
  }, 300_000)
})

describe('two admins importing the same table at once', () => {
  it('import each row once', async () => {
    await aMembership(studio, admin, { name: 'Ten classes', classLimit: 10 })
    const other = await studio.person('admin', { displayName: 'Teine' })
    const rows = await look(
      tableOf(
        Array.from({ length: 60 }, (_, n) => ({
          name: `Tantsija ${n} Tamm`,
          email: `t${n}@example.ee`,
          pass: 'Ten classes',
          usesLeft: '3',
          validUntil: '2026-12-30',
        })),
      ),
    )
    const all = async (by: Person) => {
      const taken = []
      for (const part of inParts(rows)) taken.push(...(await takePart(part, by)).rows)
      return countsOf(taken)
    }
    const [one, two] = await Promise.all([all(admin), all(other)])
    expect(one.new + two.new).toBe(60)
    expect(one.known + two.known).toBe(60)
    const [counted] = await studio.sql`select count(*)::int as people, (select count(*)::int from purchases) as passes
      from people where family_name = 'Tamm'`
    expect(counted).toEqual({ people: 60, passes: 60 })
    await expectInvariants(studio)
  })
})

describe('undoing a table import', () => {
  const reference = `77123${checkDigit('77123')}`
  const family: Cells[] = [
    { name: 'Juku Kask', dob: '2018-01-01', guardianName: 'Kati Kask', guardianEmail: 'kati@example.ee', reference },
    {
      name: 'Miia Kask',
      dob: '2016-01-01',
      guardianName: 'Kati Kask',
      guardianEmail: 'kati@example.ee',
      guardianPhone: '5111 1111',
      credit: '12,50',
    },
    {
      name: 'Mari Tamm',
      email: 'mari@example.ee',
      category: 'Girl Group Member',
      pass: 'Ten classes',
      usesLeft: '4',
      validUntil: '30.12.2026',
    },
    { name: 'Jaan Kuusk', email: 'jaan@example.ee', phone: '51234567', debt: '30', debtFor: 'March' },
  ]
  beforeEach(() => aMembership(studio, admin, { name: 'Ten classes', classLimit: 10 }))

  /** Hashes of everything in the database except the records of the imports themselves. */
  const kept = async () => {
    const { logs: _logs, commands: _commands, tableMoves: _moves, ...hashes } = await rowHashes(studio.database)
    return hashes
  }
  const undo = (moveId: string) => studio.must(admin, moving.takeBack, { moveId })
  const cancelDebtOf = async (name: string) => {
    const [debt] = (await studio.ask(admin, payments.ofUser, { userId: await idOf(name), page: 1 })).rows
    await studio.must(admin, payments.cancel, { paymentId: debt?.id ?? '', seenStatus: 'due' })
  }
  const press = async (...people: Cells[]) => {
    const { moveId } = await takePart(await look(tableOf(people)))
    return moveId
  }

  it('removes everything it added, and the same table can be imported again', async () => {
    const before = await kept()
    const moveId = await press(...family)
    expect(await kept()).not.toEqual(before)
    expect(await undo(moveId)).toEqual({ undone: 4, stayed: [], left: 0 })
    expect(await kept()).toEqual(before)
    expect((await take(...family)).counts).toEqual({ new: 4, changed: 0, known: 0, repeated: 0, left: 0 })
    await expectInvariants(studio)
  })

  it('leaves people who were there before unchanged, with their reference numbers', async () => {
    await take({ name: 'Mari Tamm', debt: '20' }, { name: 'Juku Kask', dob: '2018-01-01', reference })
    const moveId = await press({ ...family[2], phone: '51234567', dob: '17.05.1990' }, { ...family[0], reference: '' })
    expect(await undo(moveId)).toEqual({ undone: 2, stayed: [], left: 0 })
    expect(await everybody()).toEqual([
      { name: 'Juku Kask', dob: '2018-01-01', phone: '', email: null },
      { name: 'Mari Tamm', dob: null, phone: '', email: null },
    ])
    expect(await studio.sql`select id from people where membership_category is not null`).toEqual([])
    expect(await studio.sql`select id from "categorySpans"`).toEqual([])
    const userId = await idOf('Juku Kask')
    expect(await studio.ask(admin, payments.referencesOf, { userId })).toContainEqual({ reference, added: true })
    const { rows } = await studio.ask(admin, payments.ofUser, { userId: await idOf('Mari Tamm'), page: 1 })
    expect(rows).toMatchObject([{ status: 'due', price: 2000 }])
    await expectInvariants(studio)
  })

  it('keeps a whole row if anything of it was used or changed', async () => {
    const moveId = await press(...family)
    await cancelDebtOf('Jaan Kuusk')
    await studio.must(admin, payments.payBackCredit, { userId: await idOf('Miia Kask'), cents: 100, way: 'cash' })
    // row numbers, by which the screen names the rows
    expect(await undo(moveId)).toEqual({ undone: 2, stayed: [3, 5], left: 0 })
    expect((await everybody()).map(({ name }) => name)).toEqual(['Jaan Kuusk', 'Kati Kask', 'Miia Kask'])
    await expectInvariants(studio)
  })

  it('keeps a pass with which somebody waits, but not one of a wait that ended', async () => {
    const withPass = (name: string, email: string) => ({ ...family[2], name, email, category: '' })
    await take({ name: 'Mari Tamm', email: 'mari@example.ee' }, { name: 'Liis Lepp', email: 'liis@example.ee' })
    const moveId = await press(withPass('Mari Tamm', 'mari@example.ee'), withPass('Liis Lepp', 'liis@example.ee'))
    const { scheduleId: id } = await anEntry(studio, admin, { maxParticipants: 1 })
    await studio.must(await studio.person(), registrations.registerWithDropIn, dropIn(id))
    await studio.database.transaction((tx) => tx.execute(`update accounts set email_verified_at = created_at`))
    const wait = async (name: string, state: string) => {
      const userId = await idOf(name)
      const [pass] = (await studio.ask(admin, memberships.ofUser, { userId, page: 1 })).rows
      const [account] = await studio.sql<{ id: string }>`select id from accounts where person_id = ${userId}`
      const person = await studio.session({ accountId: account?.id ?? '', userId })
      await studio.must(person, waiting.join, { kind: 'class', id, takeWith: pass?.id ?? '' })
      if (state === 'left') await studio.must(person, waiting.leave, { kind: 'class', id })
    }
    await wait('Mari Tamm', 'waiting')
    await wait('Liis Lepp', 'left')
    expect(await undo(moveId)).toEqual({ undone: 1, stayed: [2], left: 0 })
    await expectInvariants(studio)
  })

  it('keeps people whom a remaining row needs', async () => {
    const [child, ...others] = family
    const moveId = await press({ ...child, debt: '20' }, ...others)
    await cancelDebtOf('Juku Kask')
    expect(await undo(moveId)).toEqual({ undone: 2, stayed: [2, 3], left: 0 })
    expect((await everybody()).map(({ name }) => name)).toEqual(['Juku Kask', 'Kati Kask', 'Miia Kask'])
    const { children } = await studio.ask(admin, families.ofUser, { userId: await idOf('Kati Kask') })
    expect(children).toHaveLength(2)
    await expectInvariants(studio)
  })

  it('keeps people who have been invited since', async () => {
    const moveId = await press({ name: 'Mari Tamm', email: 'mari@example.ee', debt: '20', debtFor: 'March' })
    await studio.must(admin, moving.invite, {})
    expect(await undo(moveId)).toMatchObject({ undone: 0, stayed: [2] })
    expect(await everybody()).toHaveLength(1)
    // the log does not mention the rolled back steps of that row
    expect(await studio.sql`select message from logs where message like 'Payment taken back%'`).toEqual([])
    const { rows } = await studio.ask(admin, payments.ofUser, { userId: await idOf('Mari Tamm'), page: 1 })
    expect(rows).toMatchObject([{ status: 'due', price: 2000 }])
  })

  it('forgets a deleted person in the undo data', async () => {
    await take({ name: 'Mari Tamm' })
    await press({ name: 'Mari Tamm', phone: '51234567' }, { name: 'Juku Kask' })
    const mari = await idOf('Mari Tamm')
    await studio.within(admin, (c) => forgetMoved(c, mari, []))
    const about = await studio.sql<{ id: string }>`select id from "tableMade"`
    expect(about).toEqual([{ id: await idOf('Juku Kask') }])
  })

  it('is offered for two minutes to the admin who imported it, and longer where it was interrupted', async () => {
    const another = await studio.person('admin')
    const offered = (to = admin) => studio.ask(to, moving.undoableTables, {})
    expect(await offered()).toEqual([])
    const people = Array.from({ length: ROWS_AT_ONCE + 5 }, (_, n) => ({ name: `Tantsija ${n}` }))
    await take({ name: 'Tantsija 0' })
    studio.now += 2 * MINUTE
    expect(await offered()).toEqual([])
    const withPhone = people.map((one, n) => (n === 0 ? { ...one, phone: '51234567' } : one))
    const [first, second] = inParts(await look(tableOf(withPhone)))
    const { moveId } = await takePart(first ?? [])
    studio.now += MINUTE
    await studio.must(admin, moving.take, { rows: sent(second ?? []), language: 'et', moveId })
    const at = studio.now
    const one = { moveId, at, new: people.length - 1, changed: 1, begun: false }
    expect(await offered()).toEqual([one])
    expect(await studio.changes(admin, moving.undoableTables, {})).toEqual([at + 2 * MINUTE])
    expect(await offered(another)).toEqual([])
    const two = await press({ name: 'Mari Tamm' })
    expect((await offered()).map((other) => other.moveId).toSorted()).toEqual([moveId, two].toSorted())

    await undo(moveId)
    studio.now += 2 * MINUTE
    expect(await offered()).toEqual([{ ...one, begun: true }])
    expect(await studio.changes(admin, moving.undoableTables, {})).toEqual([])
    await undo(moveId)
    expect(await offered()).toEqual([])
  })

  it('is not offered where nothing was imported', async () => {
    await take({ name: 'Mari Tamm' })
    studio.now += 2 * MINUTE
    await press({ name: 'Mari Tamm' })
    expect(await studio.ask(admin, moving.undoableTables, {})).toEqual([])
  })

  it('is possible for two minutes after the last row, and an undo that has begun can finish later', async () => {
    const people = Array.from({ length: ROWS_AT_ONCE + 5 }, (_, n) => ({ name: `Tantsija ${n}` }))
    const [first, second] = inParts(await look(tableOf(people)))
    const { moveId } = await takePart(first ?? [])
    studio.now += MINUTE
    const more = { rows: sent(second ?? []), language: 'et', moveId } as const
    expect((await studio.must(admin, moving.take, more)).moveId).toBe(moveId)
    studio.now += 2 * MINUTE - 1
    expect(await undo(moveId)).toMatchObject({ undone: ROWS_AT_ONCE, left: 5 })
    studio.now += 2
    expect(await undo(moveId)).toMatchObject({ undone: 5, left: 0 })
    expect(await everybody()).toEqual([])

    const late = await press({ name: 'Mari Tamm' })
    studio.now += 2 * MINUTE
    expect(await codeOf(studio.call(admin, moving.takeBack, { moveId: late }))).toBe('undoOver')
    expect(await everybody()).toHaveLength(1)
  })
})

describe('an invitation', () => {
  it('goes once, when the admin sends it, to each imported person without a password, who can then set one', async () => {
    await take({ name: 'Mari Tamm', email: 'mari@example.ee' }, { name: 'Juku Kask' })
    expect(await studio.ask(admin, moving.uninvited, {})).toEqual({ total: 1 })
    expect(await studio.must(admin, moving.invite, {})).toEqual({ invited: 1, left: 0 })
    expect(await studio.must(admin, moving.invite, {})).toEqual({ invited: 0, left: 0 })
    const [letter, ...others] = await letters()
    expect([letter?.to, others]).toEqual(['mari@example.ee', []])
    const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    await studio.must(visitor, accounts.resetPassword, { token, password: 'kassike tantsib' })
    expect(
      await studio.must(visitor, accounts.signIn, { email: 'mari@example.ee', password: 'kassike tantsib' }),
    ).toMatchObject({ kind: 'user' })
  })

  it('names the children of a guardian, whose account has nothing else', async () => {
    const guardian = { guardianName: 'Piret Tamm', guardianEmail: 'piret@example.ee' }
    const dob = '2016-01-01'
    await take({ name: 'Mari Tamm', dob, ...guardian }, { name: 'Juku Tamm', dob, ...guardian })
    await studio.must(admin, moving.invite, {})
    expect((await letters()).map(({ to, text }) => [to, /Sinu kontoga on seotud: .*/.exec(text)?.[0]])).toEqual([
      ['piret@example.ee', 'Sinu kontoga on seotud: Juku, Mari.'],
    ])
  })
})

import { plural } from '#kernel/messages.ts'

const both = (word: string, ...groups: readonly string[]) => groups.filter(Boolean).join(` ${word} `)

/** Who is told; teachers are named separately, as they are not participants. */
export const told = (people: number, teachers: number) =>
  both(
    'and',
    people > teachers ? `${people - teachers} ${plural(people - teachers, 'person', 'people')}` : '',
    teachers > 0 ? plural(teachers, 'the teacher', `${teachers} teachers`) : '',
  )
export const saajad = (people: number, teachers: number) =>
  both(
    'ja',
    people > teachers ? `${people - teachers} ${plural(people - teachers, 'inimene', 'inimest')}` : '',
    teachers > 0 ? plural(teachers, 'treener', `${teachers} treenerit`) : '',
  )

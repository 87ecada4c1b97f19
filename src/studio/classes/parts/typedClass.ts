import type { ClassForm, ListedClass } from '../contract.ts'

/** The form as it is typed: a number may be missing yet. */
export type TypedClass = Omit<ClassForm, 'defaultMaxParticipants'> & { defaultMaxParticipants: number | null }

/** The overview's form begins with no participants, Create Class with 10. */
export const emptyClass: TypedClass = { name: '', description: '', defaultMaxParticipants: 0, categories: [] }

export const typedClass = ({ name, description, defaultMaxParticipants, categories }: ListedClass): TypedClass => ({
  name,
  description,
  defaultMaxParticipants,
  categories,
})

/** A number that is missing is out of every range, as 0 is. */
export const filledClass = (typed: TypedClass): ClassForm => ({
  ...typed,
  defaultMaxParticipants: typed.defaultMaxParticipants ?? 0,
})

import type { ClassForm, ListedClass } from '../contract.ts'

/** The form as typed: a number may still be missing. */
export type TypedClass = Omit<ClassForm, 'defaultMaxParticipants'> & { defaultMaxParticipants: number | null }

/** The overview's form begins with no participants, Create Class with 10. */
export const emptyClass: TypedClass = { name: '', description: '', defaultMaxParticipants: 0, categories: [] }

export const typedClass = ({
  name,
  description,
  defaultMaxParticipants,
  categories,
  roomId,
  teacherIds,
}: ListedClass): TypedClass => ({
  roomId,
  teacherIds,
  name,
  description,
  defaultMaxParticipants,
  categories,
})

/** A missing number becomes 0, which the rule refuses. */
export const filledClass = (typed: TypedClass): ClassForm => ({
  ...typed,
  defaultMaxParticipants: typed.defaultMaxParticipants ?? 0,
})

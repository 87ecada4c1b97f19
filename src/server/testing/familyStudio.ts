import { sql } from 'drizzle-orm'
import { studioForEach } from './studioForEach.ts'
import { WITH_FEATURES, type Person, type TestStudio } from './studio.ts'

/** A studio with families, created for each test: an admin and two adults. */
export interface FamilyStudio {
  readonly studio: TestStudio
  readonly admin: Person
  readonly parent: Person
  readonly other: Person
  readonly write: (statement: ReturnType<typeof sql>) => Promise<unknown>
  /** Makes a person a guardian, with the same result as an accepted invitation. */
  readonly link: (
    guardian: Person,
    personId: string,
    rights?: { canBook?: boolean; pays?: boolean },
  ) => Promise<unknown>
}

export function familyStudio(): FamilyStudio {
  let now: Pick<FamilyStudio, 'studio' | 'admin' | 'parent' | 'other'>
  studioForEach(async (studio) => {
    now = { studio, admin: await studio.person('admin'), parent: await studio.person(), other: await studio.person() }
  }, WITH_FEATURES)
  const write: FamilyStudio['write'] = (statement) => now.studio.database.transaction((tx) => tx.execute(statement))
  return {
    get studio() {
      return now.studio
    },
    get admin() {
      return now.admin
    },
    get parent() {
      return now.parent
    },
    get other() {
      return now.other
    },
    write,
    link: (guardian, personId, { canBook = true, pays = true } = {}) =>
      write(sql`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
        values (${guardian.accountId}, ${personId}, ${canBook}, ${pays}, true, now())`),
  }
}

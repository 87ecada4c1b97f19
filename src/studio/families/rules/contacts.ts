import { addDays, type LocalDate } from '#kernel/time.ts'
import { may, type CallerKind } from '#studio/accounts/rules.ts'

/**
 * Whether staff may see phone numbers and guardians of those who come on these days: admins always, teachers where they
 * teach, and what is today or tomorrow.
 */
export const maySeeContacts = (
  staff: { readonly kind: CallerKind; readonly accountId: string | null },
  { teacherIds, days }: { readonly teacherIds: readonly string[]; readonly days: readonly LocalDate[] },
  today: LocalDate,
): boolean =>
  may(staff.kind, 'seeAllContacts') ||
  (staff.accountId !== null && teacherIds.includes(staff.accountId)) ||
  days.includes(today) ||
  days.includes(addDays(today, 1))

/** What the bundler tells of a module. */
interface Modules {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

const areas = {
  guest: /\/(?:SignIn|SignUp|ForgotPassword|ResetPassword|VerifyEmail)Page\.tsx$/,
  member: /\/(?:TimetablePage|DashboardPage|MembershipsPage)\.tsx$/,
}

/** Who a screen is for: people see those of one area one after another. */
const areaOf = (page: string) =>
  areas.guest.test(page) ? 'guest' : areas.member.test(page) ? 'member' : page.endsWith('Page.tsx') ? 'desk' : ''

/** The lazily loaded files that can't do without a module. */
function usersOf(id: string, modules: Modules, seen = new Set<string>(), users = new Set<string>()): Set<string> {
  if (seen.has(id)) return users
  seen.add(id)
  const info = modules.getModuleInfo(id)
  if (info?.dynamicImporters.length) users.add(id)
  for (const importer of info?.importers ?? []) usersOf(importer, modules, seen, users)
  return users
}

/**
 * The file in which a module that several screens share goes: one for each set of areas, such as `guest-member`.
 * Without it a screen came in thirty files of a few lines each, and a phone fetches six at a time.
 */
export function sharedBy(id: string, modules: Modules): string | null {
  const users = [...usersOf(id, modules)]
  const all = new Set(users.map(areaOf))
  if (users.length < 2 || all.has('')) return null
  return [...all].toSorted().join('-')
}

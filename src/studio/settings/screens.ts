import { ask, screen } from '#studio/screen.ts'
import { settings } from './calls.ts'

export const settingsScreens = {
  '/terms': screen({ page: 'settings/pages/TermsPage', for: 'everybody' }, () => [ask(settings.terms, {})]),
}

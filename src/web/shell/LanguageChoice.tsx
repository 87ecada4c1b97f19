import type { Language } from '#kernel/messages.ts'
import { accounts } from '#studio/accounts/calls.ts'
import { send } from '#web/commands.ts'
import { useChosenLanguage, useLanguage, useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { LanguageSwitch } from '#web/ui/switches.tsx'
import { shellTexts } from './messages.ts'

const options = [
  { value: 'en', short: 'EN', name: 'English' },
  { value: 'et', short: 'ET', name: 'Eesti keel' },
] as const

/** Sets the language of screens and, for people with a verified account, of e-mails. */
export function LanguageChoice() {
  const { choose } = useLanguage()
  const language = useChosenLanguage()
  const texts = useTexts(shellTexts)
  const signedIn = useMay('ownAccount')
  return (
    <LanguageSwitch<Language>
      label={texts.language}
      value={language}
      options={options}
      onChange={(next) => {
        choose(next)
        // the screen has changed already; the e-mail language follows once the server can be reached
        if (signedIn) void send(accounts.setLanguage, { language: next })
      }}
    />
  )
}

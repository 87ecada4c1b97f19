import { textOf } from '#kernel/search.ts'
import { ask, screen } from '#studio/screen.ts'
import { signing } from './calls.ts'

export const signingScreens = {
  '/signed-in-elsewhere': screen({
    page: 'signing/pages/SignedInElsewherePage',
    for: 'everybody',
    // parameters that the provider adds to the URL
    search: { code: textOf(4000), state: textOf(200), iss: textOf(500), error: textOf(200) },
  }),
  '/login': screen(
    {
      page: 'signing/pages/SignInPage',
      for: 'guests',
      menu: { in: 'main', order: 4, label: { en: 'Log In', et: 'Logi sisse' }, icon: 'door' },
    },
    () => [ask(signing.provider, {})],
  ),
  '/use-address': screen({ page: 'signing/pages/UseAddressPage', for: 'everybody', takesToken: true }),
  '/keep-address': screen({ page: 'signing/pages/KeepAddressPage', for: 'everybody', takesToken: true }),
}

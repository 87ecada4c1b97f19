import { OidcProvider, oidcClient } from '#server/testing/oidcProvider.ts'
import { StudioServer } from './server.ts'

/** A studio with 'Continue with Kool'; `people` maps the provider's people to their e-mail addresses. */
export async function studioWithProvider(people: Readonly<Record<string, string>>) {
  let provider: OidcProvider | undefined
  // studio and provider each need the other's address at the start: the studio's is known first, once it has a free
  // port
  const server = await StudioServer.start('dist', async (url) => {
    provider = await OidcProvider.open(`${url}/signed-in-elsewhere`, people)
    const { clientId, clientSecret } = oidcClient
    const { issuer } = provider
    return { OIDC_NAME: 'Kool', OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  })
  if (!provider) throw new Error('The studio was started without its provider.')
  return { server, provider }
}

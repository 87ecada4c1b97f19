import { OidcProvider, oidcClient } from '#server/testing/oidcProvider.ts'
import { StudioServer } from './server.ts'

/** A studio with 'Continue with Kool'; `people` are the provider's, with their addresses. */
export async function studioWithProvider(people: Readonly<Record<string, string>>) {
  let provider: OidcProvider | undefined
  // which of the two is first told of the other: the provider, of an address that is free
  const server = await StudioServer.start('dist', async (url) => {
    provider = await OidcProvider.open(`${url}/signed-in-elsewhere`, people)
    const { clientId, clientSecret } = oidcClient
    const { issuer } = provider
    return { OIDC_NAME: 'Kool', OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  })
  if (!provider) throw new Error('The studio was started without its provider.')
  return { server, provider }
}

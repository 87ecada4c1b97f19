import type { Server } from 'node:http'
import { Provider } from 'oidc-provider'
import { freePort } from './postgresServer.ts'

export const oidcClient = { clientId: 'studio', clientSecret: 'a-secret-of-the-studio' }

/** A real OpenID provider on loopback, where a name alone is enough to sign in. */
export class OidcProvider {
  readonly issuer: string
  readonly #server: Server

  private constructor(issuer: string, server: Server) {
    this.issuer = issuer
    this.#server = server
  }

  /** `emails` are the verified addresses by name. */
  static async open(returnTo: string, emails: Readonly<Record<string, string>>): Promise<OidcProvider> {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: oidcClient.clientId,
          client_secret: oidcClient.clientSecret,
          redirect_uris: [returnTo],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      // Google and others put the address into the ID token
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      cookies: { keys: ['of a test'] },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, email: emails[sub], email_verified: emails[sub] !== undefined }),
      }),
    })
    const server = provider.listen(port, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return new OidcProvider(issuer, server)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Signs in as a browser would: by that name, with consent; returns the query of the redirect. */
  async visit(url: string, name: string): Promise<string> {
    const jar = new Map<string, string>()
    const ask = async (at: string, body?: Record<string, string>) => {
      const answer = await fetch(new URL(at, this.issuer), {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
        ...(body && { method: 'POST', body: new URLSearchParams(body) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        jar.set(key, value)
      }
      return answer
    }
    let answer = await ask(url)
    for (let steps = 0; steps < 12; steps++) {
      const location = answer.headers.get('location')
      if (location?.includes('code=') || location?.includes('error=')) return new URL(location).search.slice(1)
      if (location) {
        answer = await ask(location)
        continue
      }
      const page = await answer.text()
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
      answer = await ask(action, { prompt, ...(prompt === 'login' && { login: name, password: 'any' }) })
    }
    throw new Error('The provider led nowhere.')
  }
}

import type { FastifyInstance } from 'fastify'
import { newId } from '#kernel/ids.ts'
import { runCommand, type CommandServices, type NamedCommand } from '#server/commands/runCommand.ts'
import { unsubscribeCommand } from '#server/studio.ts'
import { requestInfo } from './requests.ts'

const LONGEST_BODY = 1024
/** The form body of RFC 8058, urlencoded or multipart. */
const ONE_CLICK = /(^|&)List-Unsubscribe=One-Click(&|$)|name="?List-Unsubscribe"?\s+One-Click/

/**
 * POST /unsubscribe/TOKEN: one-click unsubscribe from a mail program (RFC 8058). The mailbox's servers call it, without
 * session and Origin: the token alone says whose e-mails of which kind end. A GET shows a page with a button.
 */
export async function serveUnsubscribe(
  app: FastifyInstance,
  services: CommandServices & { readonly commands: ReadonlyMap<string, NamedCommand> },
): Promise<void> {
  // a separate plugin scope, so that form bodies are parsed only here
  await app.register(async (room) => {
    room.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: LONGEST_BODY },
      (_request, body, done) => done(null, body),
    )
    room.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      void reply.header('cache-control', 'no-store').type('text/plain')
      const named = services.commands.get(unsubscribeCommand)
      if (!named || typeof request.body !== 'string' || !ONE_CLICK.test(request.body)) {
        return reply.code(400).send('Not understood.\n')
      }
      const call = { key: newId(), input: { token: request.params.token } }
      const { status, body } = await runCommand(services, named, call, {
        ...requestInfo(request, services.settings),
        sessionToken: null,
      })
      if (body.ok) return reply.send('Done.\n')
      return reply.code(status === 200 ? 404 : status).send('This did not work.\n')
    })
  })
}

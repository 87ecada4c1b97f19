import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'

/** Paths for monitoring. */
export const watched = ['/health', '/live', '/ready']

export function serveHealth(app: FastifyInstance, database: Database): void {
  app.get('/health', async (_request, reply) => {
    const healthy = await database.healthy()
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(healthy ? 'ok\n' : 'database away\n')
  })
  // for orchestrators: /live says whether the process runs, /ready whether it can serve requests
  app.get('/live', (_request, reply) => reply.header('cache-control', 'no-store').type('text/plain').send('ok\n'))
  app.get('/ready', async (_request, reply) => {
    const ready = await database.writable()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(ready ? 'ready\n' : 'database away\n')
  })
}

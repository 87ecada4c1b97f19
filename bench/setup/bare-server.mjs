// What the product is measured beside: the same Fastify and the same ws, with nothing in between.
import Fastify from 'fastify'
import { WebSocketServer } from 'ws'

const app = Fastify()
const sockets = new WebSocketServer({ noServer: true })
app.get('/health', () => 'ok')
app.post('/rpc/:name', (_request, reply) => reply.code(401).send({ ok: false, code: 'signInNeeded' }))
// everyone who is there receives that many bytes
app.post('/broadcast', (request) => {
  const text = 'x'.repeat(request.body.bytes)
  for (const socket of sockets.clients) socket.send(text)
  return {}
})
app.server.on('upgrade', (message, socket, head) => sockets.handleUpgrade(message, socket, head, () => {}))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))

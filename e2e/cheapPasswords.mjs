import { Worker } from 'node:worker_threads'

// Loaded before a server of the journeys: a hash takes a millisecond instead of a third of a second, and there are
// hundreds. As cheapPasswords.ts does for the other tests; what a password costs is held by passwords.test.ts.
const post = Worker.prototype.postMessage
Worker.prototype.postMessage = function (message, ...rest) {
  const cost = Array.isArray(message) ? message[3] : undefined
  return post.call(this, cost?.N ? message.with(3, { ...cost, N: 2 ** 10, p: 1 }) : message, ...rest)
}

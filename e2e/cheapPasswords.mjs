import { Worker } from 'node:worker_threads'

// Preloaded into the test servers: a password hash takes a millisecond instead of a third of a second, and there are
// hundreds. cheapPasswords.ts does the same for other tests; passwords.test.ts checks the real cost.
const post = Worker.prototype.postMessage
Worker.prototype.postMessage = function (message, ...rest) {
  const cost = Array.isArray(message) ? message[3] : undefined
  return post.call(this, cost?.N ? message.with(3, { ...cost, N: 2 ** 10, p: 1 }) : message, ...rest)
}

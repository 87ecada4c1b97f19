// Loaded before a server of the journeys: what it sends to a push service goes to the one of the tests, and nothing
// leaves this computer.
const real = globalThis.fetch
globalThis.fetch = (address, options) => {
  const { hostname, pathname } = new URL(address instanceof Request ? address.url : address)
  const isPush = ['jmt17.google.com', 'fcm.googleapis.com'].includes(hostname)
  return real(isPush ? new URL(pathname, process.env.PUSH_SERVICE) : address, options)
}

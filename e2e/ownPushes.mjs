// Preloaded into the test servers: redirects requests to push services to the local one, so that nothing leaves this
// computer.
const real = globalThis.fetch
globalThis.fetch = (address, options) => {
  const { hostname, pathname } = new URL(address instanceof Request ? address.url : address)
  const isPush = ['jmt17.google.com', 'fcm.googleapis.com'].includes(hostname)
  return real(isPush ? new URL(pathname, process.env.PUSH_SERVICE) : address, options)
}

// Loaded into a measured server before its own code: says how much memory and CPU it uses when it is asked.
process.on('message', (question) => {
  if (question === 'collect') globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  process.send?.({ rss, heapUsed, cpu: (user + system) / 1000 })
})
process.channel?.unref()
// it does not outlive a bench that broke off
process.once('disconnect', () => process.exit())

import { openBareEmbedded } from './bare-client.ts'

// a process of its own, see bare-client.ts: measures when it is told to, and ends with who started it
const [dataDir = ''] = process.argv.slice(2)
const bare = await openBareEmbedded(dataDir)
process.on('message', (message) => {
  const { inFlight, seconds } = message as { inFlight: number; seconds: number }
  void bare.measure(inFlight, seconds).then((load) => process.send?.(load))
})
process.once('disconnect', () => void bare.close())
process.send?.('ready')

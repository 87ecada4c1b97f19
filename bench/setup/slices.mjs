// Deals one core out to the processes it is given, in slices of so many milliseconds: of two, each runs half of the time.
const [length, ...pids] = process.argv.slice(2).map(Number)
let running = 0
const signal = (pid, name) => {
  try {
    process.kill(pid, name)
  } catch {
    // it has ended
  }
}
const timer = setInterval(() => {
  signal(pids[running], 'SIGSTOP')
  running = (running + 1) % pids.length
  signal(pids[running], 'SIGCONT')
}, length)
for (const pid of pids.slice(1)) signal(pid, 'SIGSTOP')
// nobody may be left stopped: also when whoever asked for this is gone
process.once('disconnect', () => {
  clearInterval(timer)
  for (const pid of pids) signal(pid, 'SIGCONT')
})

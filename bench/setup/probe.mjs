// Preloaded into a measured server: reports its memory use when asked.
process.on('message', () => process.send?.(process.memoryUsage.rss()))
process.channel?.unref()
// so that it does not outlive a benchmark that was aborted
process.once('disconnect', () => process.exit())

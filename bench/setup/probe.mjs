// Loaded into a measured server before its own code: tells how much memory it uses when it is asked.
process.on('message', () => process.send?.(process.memoryUsage.rss()))
process.channel?.unref()
// it does not outlive a bench that broke off
process.once('disconnect', () => process.exit())

import { orderOrRun } from '#server/orders.ts'
import { fromHere } from '#server/backup/paths.ts'

await orderOrRun('backup', process.argv.slice(2).map(fromHere))

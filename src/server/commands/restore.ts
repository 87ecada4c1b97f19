import { restoreInto } from '#server/backup/order.ts'
import { fromHere } from '#server/backup/paths.ts'
import { runWithSettings } from '#server/orders.ts'

await runWithSettings((settings, progress) => restoreInto(settings, process.argv.slice(2).map(fromHere), progress))

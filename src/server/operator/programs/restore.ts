import { restoreInto } from '#server/operator/backups.ts'
import { fromHere } from '#server/operator/fromHere.ts'
import { runWithSettings } from '#server/operator/orders.ts'

await runWithSettings((settings, progress) => restoreInto(settings, process.argv.slice(2).map(fromHere), progress))

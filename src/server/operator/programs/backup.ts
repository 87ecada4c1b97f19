import { orderOrRun } from '#server/operator/orders.ts'
import { fromHere } from '#server/operator/fromHere.ts'

await orderOrRun('backup', process.argv.slice(2).map(fromHere))

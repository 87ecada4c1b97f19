import { fromHere } from '#server/operator/fromHere.ts'
import { orderOrRun } from '#server/operator/orders.ts'

const [folder, ...rest] = process.argv.slice(2)
await orderOrRun('import', folder === undefined ? [] : [fromHere(folder), ...rest])

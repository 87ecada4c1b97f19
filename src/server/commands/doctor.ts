import { orderOrRun } from '#server/orders.ts'

await orderOrRun('doctor', process.argv.slice(2))

import { orderOrRun } from '#server/operator/orders.ts'

await orderOrRun('doctor', process.argv.slice(2))

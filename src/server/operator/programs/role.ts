import { orderOrRun } from '#server/operator/orders.ts'

await orderOrRun('role', process.argv.slice(2))

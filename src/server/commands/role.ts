import { orderOrRun } from '#server/orders.ts'

await orderOrRun('role', process.argv.slice(2))

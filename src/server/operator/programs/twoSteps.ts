import { orderOrRun } from '#server/operator/orders.ts'

await orderOrRun('twoSteps', process.argv.slice(2))

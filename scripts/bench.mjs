// `npm run bench`, or `npm run bench -- --quick`: measures the built product; see bench/README.md.
import { prepare } from './prepare.mjs'
import { bin, run } from './tools.mjs'

await prepare()
process.exitCode = (await run(bin('tsx'), ['bench/run.ts', ...process.argv.slice(2)])) ?? 1

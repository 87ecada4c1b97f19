// `npm run role -- EMAIL admin`: runs one of the server's command-line programs, src/server/operator/programs/<name>.ts.
import { prepare } from './prepare.mjs'

const [name, ...args] = process.argv.slice(2)
await prepare()
process.argv = [process.argv[0], process.argv[1], ...args]
await import(`../dist/server/${name}.js`)

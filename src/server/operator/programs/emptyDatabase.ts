import { openEngine } from '#server/db/database.ts'
import { MADE_AHEAD } from '#server/db/embedded/embedded.ts'

// build step: most of a first start is the same for every studio
await (await openEngine({ dataDir: MADE_AHEAD })).close()

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isBuilt } from './scripts/prepare.mjs'
import { hasPostgres } from './scripts/tools.mjs'

/** Some tests end and start the built server: `npm test` has built it before. */
const provide = { isBuilt: isBuilt() }

/** One run of the tests on one engine; the harness in src/server/testing reads TEST_ENGINE. */
const onEngine = (engine: 'embedded' | 'postgres', include: string[]) => ({
  extends: true as const,
  test: {
    name: engine,
    include,
    globalSetup: ['src/server/testing/globalSetup.ts'],
    provide,
    env: { TEST_ENGINE: engine },
  },
})

/** Unit and integration tests: everything on the embedded database, the `*.db.test.ts` on PostgreSQL too. */
export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['src/server/testing/failOnConsoleError.ts', 'src/server/testing/cheapPasswords.ts'],
    // beside much else a computer takes twenty times as long for what opens a data folder again and again
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    retry: 0,
    // loaded anew for each file, kernel, web and studio took 131 s of processor time instead of 78 s
    isolate: false,
    // some tests wait for disks and for other processes
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      onEngine('embedded', ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'law/**/*.test.ts']),
      ...(hasPostgres() ? [onEngine('postgres', ['src/**/*.db.test.ts'])] : []),
    ],
  },
})

import { cpSync, existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const migrations = 'src/server/db/migrations'
const programs = 'src/server/operator/programs'

/** The server's entries: itself, and each command-line program. */
const names = existsSync(programs) ? readdirSync(programs).filter((name) => /^[^.]+\.ts$/.test(name)) : []
const input: Record<string, string> = {
  main: 'src/server/main.ts',
  // a process of its own, see studio/papers/server/drawing/aside.ts
  paperWorker: 'src/studio/papers/server/drawing/worker.ts',
}
for (const name of names) input[basename(name, '.ts')] = `${programs}/${name}`

/** Migrations are read when the server starts: they travel beside the code that reads them. */
const keepMigrations: Plugin = {
  name: 'keep-migrations',
  closeBundle() {
    if (existsSync(migrations)) cpSync(migrations, 'dist/server/migrations', { recursive: true })
  },
}

/**
 * The server's build: our own code and its packages in one flat folder, as few files, since finding and reading some
 * hundred of them took a sixth of a start. PGlite and pdfkit stay in node_modules, for they read their own files from beside them.
 * Flat, so that `new URL('./migrations', import.meta.url)` means the same in every file.
 */
export default defineConfig({
  publicDir: false,
  plugins: [keepMigrations],
  ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pdfkit', 'pg-native'], target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    // V8 keeps a program's text in memory, comments and all
    rolldownOptions: {
      input,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
})

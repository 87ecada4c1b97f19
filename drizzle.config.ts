import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --name what_changed` writes the next migration from the tables
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./src/server/*/tables.ts', './src/studio/*/tables.ts'],
  out: './src/server/db/migrations',
})

import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { embeddedTemplates, type EmbeddedTemplates } from './embeddedTemplates.ts'
import { postgresServer } from './postgresServer.ts'
import { postgresTemplate } from './postgresTemplate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Templates of test databases: data folders for all tests, and a server for those on PostgreSQL. */
    embedded: EmbeddedTemplates
    postgres: { url: string; template: string } | null
    /** Whether dist/ is up to date with the sources. */
    isBuilt: boolean
    /** Path where the first test that needs the built server builds it for the others of this run. */
    builtServer: string
  }
}

/** Called by vitest before all tests of an engine; the returned function is called after them. */
export async function setup(project: TestProject) {
  const builtServer = fileURLToPath(new URL(`../../../.cache/server-${process.pid}`, import.meta.url))
  project.provide('builtServer', builtServer)
  project.provide('embedded', await embeddedTemplates())
  const engine = project.config.env['TEST_ENGINE'] ?? process.env['TEST_ENGINE'] ?? 'embedded'
  const postgres = engine === 'postgres' ? await startPostgres() : null
  project.provide('postgres', postgres && { url: postgres.url, template: postgres.template })
  return async () => {
    rmSync(builtServer, { recursive: true, force: true })
    await postgres?.stop()
  }
}

async function startPostgres() {
  const server = await postgresServer()
  try {
    const template = await postgresTemplate(server.url)
    return {
      url: server.url,
      template: template.name,
      async stop() {
        await template.drop()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

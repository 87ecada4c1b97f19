import type { TestProject } from 'vitest/node'
import { embeddedTemplate } from './embeddedTemplate.ts'
import { postgresServer } from './postgresServer.ts'
import { postgresTemplate } from './postgresTemplate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `testDatabase` gets its fresh databases from. */
    databaseSource: { embeddedTemplate: string } | { postgresUrl: string; template: string }
  }
}

/** Called by vitest before all tests of an engine; what it returns is called after them. */
export async function setup(project: TestProject) {
  const engine = project.config.env['TEST_ENGINE'] ?? process.env['TEST_ENGINE'] ?? 'embedded'
  if (engine === 'embedded') {
    project.provide('databaseSource', { embeddedTemplate: await embeddedTemplate() })
    return undefined
  }
  const server = await postgresServer()
  try {
    const template = await postgresTemplate(server.url)
    project.provide('databaseSource', { postgresUrl: server.url, template: template.name })
    return async () => {
      await template.drop()
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

import { concepts } from './rooms.mjs'

/** A small source tree that obeys all rules: file → text. */
export function legalTree(): Record<string, string> {
  const files: Record<string, string> = {
    'src/kernel/money.ts': `import * as z from 'zod/mini'\nexport type Cents = number\nexport const cents = z.number()\n`,
    'src/kernel/zone.ts': `import { cents } from './money.ts'\nexport const zone = cents\n`,
    'src/server/db/database.ts': `import { readFileSync } from 'node:fs'\nexport type Db = string\nexport const db = (): Db => readFileSync('/dev/null', 'utf8')\n`,
    'src/server/db/embedded/embedded.ts': `import { turn } from './turns.ts'\nexport const open = () => turn\n`,
    'src/server/db/embedded/turns.ts': `export const turn = 1\n`,
    'src/server/db/engine.ts': `import { open } from './embedded/embedded.ts'\nexport const engine = open\n`,
    'src/server/db/schema.ts': `import { rows } from '#studio/schedule/tables.ts'\nexport const schema = { rows }\n`,
    'src/server/commands/runCommand.ts': `import type { Cents } from '#studio/accounts/rules.ts'\nexport const pay = (cents: Cents): Cents => cents\n`,
    'src/server/studio.ts': `import { answer } from '#studio/schedule/server.ts'\nexport const studio = [answer]\n`,
    'src/server/main.ts': `import { pay } from './commands/runCommand.ts'\nimport { studio } from '#server/studio.ts'\nexport const start = () => [pay(1), studio]\n`,
    'src/server/testing/harness.ts': `import { studio as real } from '../studio.ts'\nexport const studio = () => real\n`,
    'src/studio/screen.ts': `import type { Cents } from '#studio/accounts/rules.ts'\nexport interface Screen {\n  readonly price: Cents\n}\n`,
    'src/studio/screens.ts': `import { scheduleScreens } from '#studio/schedule/screens.ts'\nexport const asks = { ...scheduleScreens }\n`,
    'src/server/http/firstScreen.ts': `import { asks } from '#studio/screens.ts'\nexport const first = () => asks\n`,
    'src/server/procedures.ts': `import type { Cents } from '#studio/accounts/rules.ts'\nexport const serve = (cents: Cents): Cents => cents\n`,
    'src/server/events.ts': `export const event = <Facts>(name: string) => ({ name, facts: undefined as Facts | undefined })\n`,
    'src/studio/together/anything.db.test.ts': `import { expect, test } from 'vitest'\nimport { studio } from '#server/testing/harness.ts'\nimport { contract } from '#studio/schedule/contract.ts'\ntest('adds up', () => expect([studio(), contract]).toHaveLength(2))\n`,
    'src/studio/together/screens.ts': `import { scheduleScreens } from '#studio/schedule/screens.ts'\nexport const all = Object.keys(scheduleScreens)\n`,
    'src/studio/together/pages/HomePage.tsx': `import { Part } from '#studio/privacy/parts/Part.tsx'\nexport const HomePage = () => <Part />\n`,
    'src/web/App.tsx': `import { asks } from '#studio/screens.ts'\nexport const loads = () => asks\n`,
    'src/web/client.ts': `export const call = async (name: string) => fetch('/rpc/' + name)\n`,
    'src/web/ui/Button.tsx': `import { Button as Aria } from 'react-aria-components'\nexport const Button = () => <Aria>Register</Aria>\n`,
    'src/web/shell/Home.tsx': `import { Part } from '#studio/schedule/parts/Part.tsx'\nexport const Home = () => <Part />\n`,
    'src/web/router.tsx': `import { Page } from '#studio/schedule/pages/Page.tsx'\nimport { Home } from './shell/Home.tsx'\nexport const routes = [Page, Home]\n`,
    'e2e/journey.spec.ts': `import { expect, test } from '@playwright/test'\nimport { messages } from '#studio/schedule/messages.ts'\ntest('shows the price', () => expect(messages.price).toBe('Price'))\n`,
    'public/sw.js': `addEventListener('fetch', () => {})\n`,
    'scripts/tool.mjs': `import { readFileSync } from 'node:fs'\nexport const read = () => readFileSync('README.md')\n`,
  }
  for (const concept of concepts) {
    const at = `src/studio/${concept}`
    files[`${at}/rules.ts`] =
      `import type { Cents as Money } from '#kernel/money.ts'\nexport type Cents = Money\nexport const price = (): Cents => 5\n`
    files[`${at}/contract.ts`] = `import { price } from './rules.ts'\nexport const contract = { price }\n`
    files[`${at}/screens.ts`] =
      `import type { Screen } from '#studio/screen.ts'\nimport { calls } from './calls.ts'\nconst screen: Screen = { price: 5 }\nexport const ${concept}Screens = { '/${concept}': { screen, asks: [calls.price] } }\n`
    files[`${at}/calls.ts`] =
      `import type { contract } from './contract.ts'\nexport const calls = JSON.parse('{}') as typeof contract\n`
    files[`${at}/messages.ts`] = `export const messages = { price: 'Price' }\n`
    files[`${at}/tables.ts`] =
      `import { pgTable, text } from 'drizzle-orm/pg-core'\nexport const rows = pgTable('${concept}', {\n  id: text(),\n  ${concept === 'payments' ? 'paidTo' : 'noteOf'}: text(),\n})\n`
    files[`${at}/events.ts`] =
      `import { event } from '#server/events.ts'\nimport type { rows } from './tables.ts'\nexport const happened = event<typeof rows>('${concept}.happened')\n`
    files[`${at}/server.ts`] =
      `import { createHash } from 'node:crypto'\nimport { db } from '#server/db/database.ts'\nimport { serve } from '#server/procedures.ts'\nimport { contract } from './contract.ts'\nimport { rows } from './tables.ts'\nexport const answer = () => [db(), serve(5), contract, rows, createHash('sha256')]\n`
    files[`${at}/parts/Part.tsx`] =
      `import { calls } from '../calls.ts'\nexport const Part = () => <b>please import from {calls.price()}</b>\n`
    files[`${at}/pages/Page.tsx`] =
      `import { call } from '#web/client.ts'\nimport { Button } from '#web/ui/Button.tsx'\nimport { Part } from '../parts/Part.tsx'\nexport const title = async () => (await call('x')).text()\nexport const Page = () => (\n  <p>\n    <Part />\n    <Button />\n  </p>\n)\n`
    files[`${at}/rules.test.ts`] =
      `import { expect, test } from 'vitest'\nimport { price } from './rules.ts'\ntest('costs five', () => expect(price()).toBe(5))\n`
    files[`${at}/server.db.test.ts`] =
      `import { expect, test } from 'vitest'\nimport { studio } from '#server/testing/harness.ts'\nimport { answer } from './server.ts'\ntest('answers', () => expect([studio(), answer()]).toHaveLength(2))\n`
  }
  // a higher concept may use a lower one
  const above = 'src/studio/registrations'
  files[`${above}/rules.ts`] =
    `import { price } from '#studio/memberships/rules.ts'\nexport const may = () => price() > 0\n`
  files[`${above}/contract.ts`] =
    `import { may } from './rules.ts'\nexport const contract = { price: () => String(may()) }\n`
  files[`${above}/rules.test.ts`] =
    `import { expect, test } from 'vitest'\nimport { may } from './rules.ts'\ntest('may', () => expect(may()).toBe(true))\n`
  files[`${above}/server.ts`] =
    `import { sql } from 'drizzle-orm'\nimport { happened } from '#studio/schedule/events.ts'\nimport { rows } from '#studio/schedule/tables.ts'\nimport { answer as below } from '#studio/memberships/server.ts'\nexport const named = sql\`select note_of from schedule where id <> 'privacy'\`\nexport const answer = () => [happened, rows, below()]\n`
  files[`${above}/parts/Part.tsx`] =
    `import { Part as Entry } from '#studio/schedule/parts/Part.tsx'\nexport const Part = () => <Entry />\n`
  return files
}

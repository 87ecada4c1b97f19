import { defineConfig } from 'oxlint'

const noLeakingAny = Object.fromEntries(
  ['argument', 'assignment', 'call', 'member-access', 'return'].map((use) => [`typescript/no-unsafe-${use}`, 'error']),
)
const nodePostgresForAll = {
  name: 'drizzle-orm/node-postgres',
  allowTypeImports: true,
  message: 'It loads node-postgres, also beside the embedded database.',
}
const off = (rules) => Object.fromEntries(rules.map((rule) => [rule, 'off']))

/**
 * `npm run lint`. The import law itself (rooms, order of the concepts, who may reach whom) stands in law/rooms.mjs;
 * law/law.test.ts plants violations and sees each refused.
 */
export default defineConfig({
  plugins: ['eslint', 'typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'oxc', 'vitest'],
  jsPlugins: ['./law/plugin.mjs'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist/**', 'src/server/db/migrations/**'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'house/imports': 'error',
    'house/computed-imports': 'error',
    'house/no-barrels': 'error',
    'house/permissions': 'error',
    'house/places': 'error',
    'house/sql': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'no-restricted-imports': ['error', { paths: [nodePostgresForAll] }],

    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'typescript/only-throw-error': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    ...noLeakingAny,

    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'off',
    'no-eval': 'error',
    'no-var': 'error',
    'prefer-const': 'error',

    // each of these refuses honest code more often than it finds a mistake
    ...off([
      'no-shadow',
      'no-underscore-dangle',
      'import/no-named-as-default-member',
      'import/no-unassigned-import',
      'jsx-a11y/anchor-has-content',
      'jsx-a11y/control-has-associated-label',
      'jsx-a11y/no-autofocus',
      'jsx-a11y/no-noninteractive-tabindex',
      'jsx-a11y/prefer-tag-over-role',
      'jsx-a11y/role-supports-aria-props',
      'react/capitalized-calls',
      'react/exhaustive-effect-dependencies',
      'typescript/consistent-return',
      'typescript/no-unnecessary-type-parameters',
      'typescript/no-unsafe-enum-assignment',
      'typescript/no-unsafe-type-assertion',
      'typescript/unbound-method',
      'unicorn/consistent-function-scoping',
      'vitest/expect-expect',
      'vitest/no-conditional-expect',
      'vitest/no-standalone-expect',
      'vitest/require-mock-type-parameters',
      'vitest/require-to-throw-message',
      'vitest/valid-title',
    ]),
    'vitest/valid-expect': ['error', { maxArgs: 2 }],

    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/no-danger': 'error',
  },
  overrides: [
    // plain JavaScript has no types to lose
    { files: ['**/*.mjs', 'public/**'], rules: off(Object.keys(noLeakingAny)) },
    // the build that draws screens stands beside the server's: the server finds it as it runs, and may do without
    { files: ['src/server/http/drawing.ts'], rules: off(['house/computed-imports']) },
    { files: ['scripts/**'], rules: off(['house/computed-imports']) },
    { files: ['src/web/**', 'src/studio/**', 'src/kernel/**'], rules: { 'no-console': 'error' } },
    {
      files: ['**/*.test.{ts,tsx}', 'e2e/**', 'src/server/testing/**'],
      rules: off(['typescript/no-non-null-assertion']),
    },
    // a fixture of Playwright calls its `use`, which is no hook
    { files: ['e2e/**'], rules: off(['react/rules-of-hooks']) },
    {
      files: ['*.config.{ts,mjs}', 'law/plugin.mjs', 'e2e/emptyStudio.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})

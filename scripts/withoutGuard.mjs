/**
 * Loads the source with one guard taken out, where WITHOUT_GUARD names it as { file, guard, instead }: the test that
 * stands for it must fail then. No file is changed. See `npm run guards`.
 */
export function withoutGuard() {
  const named = process.env['WITHOUT_GUARD']
  if (named === undefined) return []
  const { file, guard, instead } = JSON.parse(named)
  return [
    {
      name: 'without-guard',
      enforce: /** @type {const} */ ('pre'),
      transform: (code, id) => (id.split('?')[0].endsWith(`/${file}`) ? code.replace(guard, () => instead) : undefined),
    },
  ]
}

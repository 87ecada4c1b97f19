import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/settings.ts'

/** Background while the application opens: --color-canvas of web/styles.css, light theme. */
const CANVAS = '#fbf7f6'

const icon =
  (folder: string) =>
  (file: string, sizes: string, purpose = 'any') => ({
    src: `${folder}/${file}`,
    sizes,
    type: 'image/png',
    purpose,
  })

/** Web app manifest, with the studio's own name for the home screen. */
export function serveManifest(app: FastifyInstance, settings: Settings): void {
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifest(settings))),
  )
}

const manifest = ({ studioName, look }: Settings) => ({
  id: '/',
  name: studioName,
  short_name: studioName,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: CANVAS,
  theme_color: CANVAS,
  icons: look.isOwn
    ? pngs(icon(`/look/${look.key}`))
    : [...pngs(icon('/icons')), { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
})

const pngs = (at: ReturnType<typeof icon>) => [
  at('icon-192.png', '192x192'),
  at('icon-512.png', '512x512'),
  at('maskable-512.png', '512x512', 'maskable'),
]

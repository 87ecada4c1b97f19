import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/settings.ts'

/** The colours of the page behind the application while it opens: --color-canvas of web/styles.css, in its light form. */
const CANVAS = '#fbf7f6'

const icon = (file: string, sizes: string, purpose = 'any') => ({
  src: `/icons/${file}`,
  sizes,
  type: 'image/png',
  purpose,
})

/** What a phone asks before it puts the application on its home screen, under the studio's own name. */
export function serveManifest(app: FastifyInstance, { studioName }: Settings): void {
  const manifest = JSON.stringify({
    id: '/',
    name: studioName,
    short_name: studioName,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: CANVAS,
    theme_color: CANVAS,
    icons: [
      icon('icon-192.png', '192x192'),
      icon('icon-512.png', '512x512'),
      icon('maskable-512.png', '512x512', 'maskable'),
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  })
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  )
}

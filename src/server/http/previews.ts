import type { FastifyInstance } from 'fastify'
import { inLanguage, type Language } from '#kernel/messages.ts'
import type { Preview } from '#kernel/preview.ts'
import type { Database } from '#server/db/database.ts'
import { answerQuery, type AnswerServices, type NamedQuery } from '#server/live/queries.ts'
import { previews } from '#server/studio.ts'
import type { Settings } from '#server/settings.ts'
import { pageTurns } from './pageTurns.ts'
import { drawPreview } from './previewPicture.ts'

interface PreviewServices extends AnswerServices {
  readonly queries: ReadonlyMap<string, NamedQuery>
  readonly database: Database
  readonly settings: Settings
}

export interface Shown extends Preview {
  readonly address: string
  readonly picture: string
}

/** Whether pages of that kind have a link preview. */
export const hasPreview = (kind: string): boolean => Object.hasOwn(previews, kind)

/** Link preview of /class/ID or /course/ID: what a visitor may see there; null when that is nothing. */
export async function previewOf(
  services: PreviewServices,
  at: { readonly kind: string; readonly id: string },
  language: Language,
): Promise<Shown | null> {
  const known = hasPreview(at.kind) ? previews[at.kind] : undefined
  const query = known && services.queries.get(known.query)
  const input = query?.procedure.input.safeParse({ id: at.id })
  if (!query || !input?.success) return null
  const answer = JSON.parse(await answerQuery(services, query, { kind: 'visitor' }, input.data)) as unknown
  if (answer === null) return null
  const { baseUrl, timeZone, sections } = services.settings
  const path = `${at.kind}/${encodeURIComponent(at.id)}`
  // other sites read the page again at its canonical URL
  const address = inLanguage(`${baseUrl}/${path}`, language)
  const picture = `${baseUrl}/preview/${language}/${path}.png`
  const { name, website, postalAddress } = sections.studio
  const facts = { language, timeZone, studio: { name, website, postalAddress }, address, picture }
  return { ...known.about(answer, { ...facts, dropInFee: sections.payments.dropInFee }), address, picture }
}

/** GET /preview/LANGUAGE/KIND/ID.png: the picture of the preview. */
export function servePreviews(app: FastifyInstance, services: PreviewServices): void {
  // a queue of its own, so that pages don't wait for pictures
  const inTurn = pageTurns(services.settings.rateLimitFactor)
  app.get<{ Params: { language: string; kind: string; file: string } }>(
    '/preview/:language/:kind/:file',
    async (request, reply) => {
      const { language, kind, file } = request.params
      const at = { kind, id: file.replace(/\.png$/, '') }
      const picture = await inTurn(request.ip, async () => {
        const preview = await previewOf(services, at, language === 'et' ? 'et' : 'en')
        return preview && (await drawPreview(preview, services.settings))
      })
      if (!picture) {
        return reply.code(404).header('cache-control', 'no-store').send({ ok: false, code: 'invalidInput' })
      }
      return (
        reply
          .type('image/png')
          .header('cache-control', 'public, max-age=600')
          // shown on pages of other sites
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(picture)
      )
    },
  )
}

import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { escaped } from '#kernel/markup.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { texts } from '../messages.ts'
import type { Sections } from '../rules.ts'
import { SectionForm } from './SectionForm.tsx'
import { useCategoryName } from './useCategoryName.ts'
import { useSection } from './useSection.ts'

/** The sites that may show the timetable, and the snippet to paste there. */
export function EmbedSection({ saved }: { saved: Sections['embed'] }) {
  const t = useTexts(texts)
  // one on each line, as typed
  const { form, pending } = useSection('embed', { sites: saved.sites.replaceAll(' ', '\n') })
  return (
    <>
      <SectionForm {...{ form, pending }} title={t.names.embed}>
        <TextArea label={t.sites} description={t.sitesHint} autoComplete="off" {...form.field('sites')} />
      </SectionForm>
      <Snippet />
    </>
  )
}

function Snippet() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { address, classCategories } = useStudio()
  const nameOf = useCategoryName()
  const [category, setCategory] = useState('all')
  const query = new URLSearchParams({ lang: language, ...(category !== 'all' && { category }), days: '14' })
  const page = `${address}/embed/timetable?${query}`
  const code = `<iframe src="${escaped(page)}" title="${escaped(t.timetableTitle)}" loading="lazy" style="width:100%;height:600px;border:0"></iframe>`
  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      toast.success(t.snippetCopied)
    } catch {
      // there is no clipboard without HTTPS or permission
      toast.problem(t.snippetCopyFailed)
    }
  }
  const offered = classCategories.filter(({ archived }) => !archived)
  return (
    <Card>
      <SelectField
        label={t.snippetCategory}
        value={category}
        onChange={setCategory}
        options={[
          { value: 'all', label: t.allCategories },
          ...offered.map(({ id }) => ({ value: id, label: nameOf(id) })),
        ]}
      />
      <TextArea label={t.snippet} description={t.snippetHint} value={code} rows={4} readOnly />
      <Cluster>
        <Button variant="primary" icon={<Copy aria-hidden="true" className="size-4" />} onPress={() => void copy()}>
          {t.copySnippet}
        </Button>
        <a
          href={page}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-control items-center gap-1.5 rounded-control px-2 font-semibold text-brand underline underline-offset-4"
        >
          {t.seeTimetable}
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      </Cluster>
      <p className="text-sm break-words text-muted">
        {t.otherForms}: <span translate="no">{address}/feeds/timetable.json</span>,{' '}
        <span translate="no">{address}/feeds/timetable.ics</span>
      </p>
    </Card>
  )
}

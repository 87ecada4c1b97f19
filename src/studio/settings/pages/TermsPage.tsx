import { useRouter } from '@tanstack/react-router'
import { accounts } from '#studio/accounts/calls.ts'
import { refusals } from '#studio/accounts/messages.ts'
import { mustAccept } from '#studio/accounts/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMay, useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { useHistoryState } from '#web/useHistoryState.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { settings } from '../calls.ts'
import { termsTexts } from '../messages.ts'

/** The studio's terms, public; signed-in users accept them here. */
export function TermsPage() {
  const t = useTexts(termsTexts)
  const { language } = useLanguage()
  const formats = useFormats()
  return (
    <Page>
      <PageHeader title={t.title} />
      <LiveAnswer query={settings.terms} input={{}} shape="text" failed={t.failed}>
        {(terms) =>
          terms === null ? (
            <EmptyState text={t.none} action={<LinkButton to="/classes">{t.toClasses}</LinkButton>} />
          ) : (
            <Card>
              <p className="max-w-prose whitespace-pre-line">{terms[language]}</p>
              <p className="text-sm text-muted">{t.since(formats.dayOfYear(terms.createdAt))}</p>
              <Accept version={terms.version} />
            </Card>
          )
        }
      </LiveAnswer>
    </Page>
  )
}

function Accept({ version }: { version: number }) {
  const t = useTexts(termsTexts)
  const explain = useRefusalText(refusals)
  const { acceptedTerms } = useMe()
  const { run, pending } = useCommand(accounts.acceptTerms)
  const { next } = useHistoryState()
  const { history } = useRouter()
  if (!useMay('book')) return null
  if (!mustAccept(version, acceptedTerms)) return <Accepted />

  async function accept() {
    const outcome = await run({ version })
    if (outcome?.ok) {
      toast.success(t.done)
      // return to the page on which the user was booking
      if (next) history.back()
    } else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <div>
      <Button variant="primary" pending={pending} onPress={() => void accept()}>
        {t.accept}
      </Button>
    </div>
  )
}

function Accepted() {
  const t = useTexts(termsTexts)
  return (
    <>
      <p className="font-semibold">{t.accepted}</p>
      <div>
        <LinkButton to="/classes">{t.toClasses}</LinkButton>
      </div>
    </>
  )
}

import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useTitle } from '#web/title.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { shellTexts } from './messages.ts'

/** A screen that broke while it was shown, or whose code could not be fetched. */
export function RouteProblem() {
  const texts = useTexts(shellTexts)
  const { tryAgain } = useTexts(words)
  useTitle(texts.problem)
  return (
    <Page width="narrow">
      <h1 className="sr-only">{texts.problem}</h1>
      {/* everything anew: after an update of the studio's server the old code can't be fetched any more */}
      <ErrorState
        text={texts.problem}
        hint={texts.problemHint}
        retryLabel={tryAgain}
        onRetry={() => location.reload()}
      />
      <div className="text-center">
        <LinkButton to="/" variant="quiet" reloadDocument>
          {texts.home}
        </LinkButton>
      </div>
    </Page>
  )
}

/** While a screen's code is fetched. */
export function RouteLoading() {
  const { loading } = useTexts(words)
  return (
    <Page>
      <LoadingState label={loading} shape="cards" />
    </Page>
  )
}

import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useTitle } from '#web/title.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { shellTexts } from './messages.ts'

/** Shown when a screen crashed or its code could not be loaded. */
export function RouteProblem() {
  const texts = useTexts(shellTexts)
  const { tryAgain } = useTexts(words)
  useTitle(texts.problem)
  return (
    <Page width="narrow">
      <h1 className="sr-only">{texts.problem}</h1>
      {/* reloads everything: after an update of the server the old code can't be loaded any more */}
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

/** Shown while a screen's code is loading. */
export function RouteLoading() {
  const { loading } = useTexts(words)
  return (
    <Page>
      <LoadingState label={loading} shape="cards" />
    </Page>
  )
}

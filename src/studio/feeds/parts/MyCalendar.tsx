import { CalendarPlus, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Refusal } from '#kernel/result.ts'
import { haveTeachers } from '#studio/rooms/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { buttonLook } from '#web/ui/buttonLook.ts'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { feeds } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { feedKinds, hasFeed, type FeedKind } from '../rules.ts'

/** The secret addresses that calendars follow. */
export function MyCalendar() {
  const t = useTexts(texts)
  const { kind: caller } = useMe()
  const { features } = useStudio()
  const kinds = feedKinds.filter((kind) => hasFeed(caller, kind) && (kind !== 'teaching' || haveTeachers(features)))
  return (
    <LiveAnswer query={feeds.mine} input={{}} shape="cards" count={1} failed={t.loadFailed}>
      {(addresses) => (
        <Card>
          <p className="text-muted">{t.hint}</p>
          {kinds.map((kind) => {
            const path = addresses.find((one) => one.kind === kind)?.path
            return path === undefined ? (
              <FirstAddress key={kind} kind={kind} />
            ) : (
              <Address key={kind} {...{ kind, path }} />
            )
          })}
          <p className="text-sm text-muted">{t.secret}</p>
        </Card>
      )}
    </LiveAnswer>
  )
}

/** Created on first use; every account has one. */
function FirstAddress({ kind }: { kind: FeedKind }) {
  const t = useTexts(texts)
  const { tryAgain } = useTexts(words)
  const explain = useRefusalText(refusals)
  const { run } = useCommand(feeds.make)
  const [refused, setRefused] = useState<Refusal | null>(null)
  useEffect(() => {
    if (refused) return
    void run({ kind, anew: false }).then((outcome) => {
      if (outcome && !outcome.ok) setRefused(outcome)
    })
  }, [run, kind, refused])
  if (refused) {
    return (
      <ErrorState text={t.makeFailed} hint={explain(refused)} retryLabel={tryAgain} onRetry={() => setRefused(null)} />
    )
  }
  return <LoadingState label={t.kinds[kind]} shape="text" count={2} />
}

function Address({ kind, path }: { kind: FeedKind; path: string }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const [asking, setAsking] = useState(false)
  const address = `${useStudio().address}${path}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast.success(t.copied)
    } catch {
      // the clipboard needs HTTPS and permission
      toast.problem(t.copyFailed)
    }
  }

  return (
    <div role="group" aria-label={t.kinds[kind]} className="flex flex-col gap-3 border-t border-line pt-4">
      <TextField label={t.kinds[kind]} value={address} readOnly />
      <Cluster>
        <Button size="small" icon={<Copy aria-hidden="true" className="size-4" />} onPress={() => void copy()}>
          {t.copy}
        </Button>
        <a href={address.replace(/^https?:/, 'webcal:')} className={buttonLook({ size: 'small' })}>
          <CalendarPlus aria-hidden="true" className="size-4" />
          {t.open}
        </a>
        <Button size="small" variant="quiet" onPress={() => setAsking(true)}>
          {t.anew}
        </Button>
      </Cluster>
      {asking && (
        <ConfirmCommand
          command={feeds.make}
          input={{ kind, anew: true }}
          title={t.anewTitle}
          question={t.anewQuestion}
          confirmLabel={t.anew}
          explain={explain}
          onDone={() => toast.success(t.made)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

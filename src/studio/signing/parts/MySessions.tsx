import { useEffect, useState } from 'react'
import { Laptop, Smartphone } from 'lucide-react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.ts'
import { signing } from '../calls.ts'
import type { OpenSession } from '../contract.ts'
import { texts } from '../messages.ts'
import { knownDevice } from '../rules.ts'

/** The user's sessions, with a button to end each. */
export function MySessions() {
  const t = useTexts(texts)
  const here = useThisSession()
  return (
    <LiveAnswer query={signing.sessions} input={{}} shape="rows" count={2} failed={t.loadFailed} steady>
      {(open) => (
        <Card>
          <ul className="flex flex-col divide-y divide-line">
            {open.map((session) => (
              <Row key={session.id} session={session} here={session.id === here} />
            ))}
          </ul>
          <EndOthers only={open.length <= 1} />
        </Card>
      )}
    </LiveAnswer>
  )
}

function useThisSession(): string | null {
  const { run } = useCommand(signing.thisSession)
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    void run({}).then((outcome) => outcome?.ok && setId(outcome.value.sessionId))
  }, [run])
  return id
}

function Row({ session, here }: { session: OpenSession; here: boolean }) {
  const { sessions: t } = useTexts(texts)
  const { stamp } = useFormats()
  const explain = useRefusalText()
  const { run, pending } = useCommand(signing.endSession)
  const name = knownDevice(session.device) ?? t.unknown
  const Icon = /iPhone|Android/.test(session.device) ? Smartphone : Laptop
  const nameId = `session-${session.id}`

  async function end() {
    const outcome = await run({ sessionId: session.id })
    if (outcome?.ok) toast.success(t.ended)
    else if (outcome) toast.problem(explain(outcome))
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p id={nameId} className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {here && <Badge tone="good">{t.here}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {t.lastSeen(stamp(session.lastSeen).replaceAll(' ', '\u00A0'))}
          <span className="block">{t.since(stamp(session.since).replaceAll(' ', '\u00A0'))}</span>
        </p>
      </div>
      {/* this session has its sign-out button in the menu */}
      {!here && (
        <Button size="small" pending={pending} aria-describedby={nameId} onPress={() => void end()}>
          {t.end}
        </Button>
      )}
    </li>
  )
}

function EndOthers({ only }: { only: boolean }) {
  const { sessions: t } = useTexts(texts)
  const explain = useRefusalText()
  const { run, pending } = useCommand(signing.endOtherSessions)

  async function end() {
    const outcome = await run({})
    if (outcome?.ok) toast.success(t.othersEnded)
    else if (outcome) toast.problem(explain(outcome))
  }

  return (
    <div className="border-t border-line pt-4">
      <Button pending={pending} whyDisabled={only ? t.nowhereElse : undefined} onPress={() => void end()}>
        {t.endOthers}
      </Button>
    </div>
  )
}

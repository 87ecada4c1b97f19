import { useEffect, useState, useSyncExternalStore } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { joined, useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormActions } from '#web/ui/Form.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSavedChoice } from '#web/useChosen.ts'
import { notices } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { noticeKinds, type NoticeKind, type NoticeWay } from '../rules.ts'
import { presentEndpoint, pushSupport, turnOff, turnOn } from './thisBrowser.ts'

/** Choice of the way for each kind of notice. */
export function MyNotices() {
  const t = useTexts(texts)
  const { features } = useStudio()
  return (
    <LiveAnswer query={notices.mine} input={{}} shape="cards" count={1} failed={t.loadFailed}>
      {({ ways, endpoints }) => (
        <Card>
          <p className="text-muted">{t.hint}</p>
          {ways
            .filter(({ kind }) => kind !== 'offers' || features.includes('waitingLists'))
            .map(({ kind, way }) => (
              <Kind key={kind} kind={kind} way={way} noDevice={endpoints.length === 0} />
            ))}
          <ThisDevice endpoints={endpoints} />
        </Card>
      )}
    </LiveAnswer>
  )
}

function Kind({ kind, way, noDevice }: { kind: NoticeKind; way: NoticeWay; noDevice: boolean }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run } = useCommand(notices.choose)
  const [shown, choose] = useSavedChoice(way, (next) => run({ kind, way: next }))

  async function save(next: NoticeWay) {
    const outcome = await choose(next)
    if (outcome?.ok) toast.success(t.saved)
    else if (outcome) toast.problem(joined(t.saveFailed, explain(outcome)))
  }

  return (
    <div className="flex flex-col gap-1">
      <SegmentedControl
        label={t.kinds[kind]}
        value={shown}
        onChange={(next) => void save(next)}
        options={noticeKinds[kind].map((value) => ({ value, label: t.ways[value] }))}
      />
      {way === 'push' && noDevice && <p className="text-sm text-muted">{t.noDevice}</p>}
    </div>
  )
}

const never = () => () => {}

/** Whether this browser takes pushes. Only the browser knows, and it asks for permission only after a press. */
function ThisDevice({ endpoints }: { endpoints: readonly string[] }) {
  const { device: t } = useTexts(texts)
  const explain = useRefusalText(refusals)
  // null while the server renders, as it cannot know
  const can = useSyncExternalStore(never, pushSupport, () => null)
  const [endpoint, setEndpoint] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    void presentEndpoint().then(setEndpoint)
  }, [])
  const on = endpoint !== null && endpoints.includes(endpoint)

  async function press() {
    setPending(true)
    setProblem(null)
    if (on) await turnOff()
    else {
      const outcome = await turnOn()
      // a denied permission is shown above already
      if (outcome === 'failed') setProblem(t.failed)
      else if (typeof outcome === 'object') setProblem(explain(outcome))
    }
    setEndpoint(await presentEndpoint())
    setPending(false)
  }

  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-lg">{t.title}</h3>
      {can !== null && can !== 'ready' && <p className="text-muted">{t[can]}</p>}
      {can === 'ready' && (
        <>
          <p className="text-muted">{on ? t.on : t.off}</p>
          {problem && <Alert kind="problem">{problem}</Alert>}
          <FormActions>
            <Button pending={pending} pendingLabel={t.working} onPress={() => void press()}>
              {on ? t.turnOff : t.turnOn}
            </Button>
          </FormActions>
        </>
      )}
    </div>
  )
}

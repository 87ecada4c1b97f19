import { FileBraces, FileText } from 'lucide-react'
import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { accounts } from '#studio/accounts/calls.ts'
import { fullName } from '#studio/accounts/rules.ts'
import type { Dancer } from '#studio/families/contract.ts'
import { usePeople } from '#studio/families/parts/useDancers.ts'
import { payments } from '#studio/payments/calls.ts'
import { isDue, restOf } from '#studio/payments/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { joined, useRefusalText } from '#web/refusals.ts'
import { saveFile } from '#web/saveFile.ts'
import { useFormats, useStudio, useToday } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.ts'
import { privacy } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { useReadable } from './useReadable.ts'

/** A member's personal data: download, and request for deletion. */
export function MyData() {
  const t = useTexts(texts)
  return (
    <Card>
      <p className="text-sm text-muted">{t.myDataHint}</p>
      <Downloads />
      <Deletion />
    </Card>
  )
}

type Kind = 'json' | 'html'

function Downloads() {
  const t = useTexts(texts)
  const explain = useRefusalText()
  const readable = useReadable()
  const { run } = useCommand(privacy.download)
  const [pending, setPending] = useState<Kind | null>(null)
  const name = `${t.fileName}-${useToday()}`

  async function download(kind: Kind) {
    setPending(kind)
    const outcome = await run({})
    setPending(null)
    if (outcome === null) return
    if (!outcome.ok) return toast.problem(joined(t.downloadFailed, explain(outcome)))
    if (kind === 'json') saveFile(`${name}.json`, JSON.stringify(outcome.value, null, 2), 'application/json')
    else saveFile(`${name}.html`, await readable(outcome.value), 'text/html')
  }

  const button = (kind: Kind, label: string, icon: typeof FileText) => {
    const Icon = icon
    return (
      <Button
        size="small"
        icon={<Icon aria-hidden="true" className="size-4" />}
        pending={pending === kind}
        pendingLabel={t.downloading}
        disabled={pending !== null && pending !== kind}
        onPress={() => void download(kind)}
      >
        {label}
      </Button>
    )
  }
  return (
    <Cluster>
      {button('html', t.downloadReadable, FileText)}
      {button('json', t.downloadJson, FileBraces)}
    </Cluster>
  )
}

/** Requests deletion after a confirmation; the request can be withdrawn while it is pending. */
function Deletion() {
  const t = useTexts(texts)
  const { dayOfYear } = useFormats()
  const explain = useRefusalText(refusals)
  const live = useLive(accounts.deletion, {})
  const { features } = useStudio()
  const { run, pending } = useCommand(accounts.withdrawDeletion)
  const [asking, setAsking] = useState(false)
  const askedAt = live.state === 'ready' ? live.answer.askedAt : null

  async function withdraw() {
    const outcome = await run({})
    if (outcome === null) return
    if (outcome.ok) toast.success(t.withdrawn)
    else toast.problem(joined(t.askFailed, explain(outcome)))
  }

  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      {askedAt === null ? (
        <Button size="small" variant="danger" onPress={() => setAsking(true)}>
          {t.askForDeletion}
        </Button>
      ) : (
        <>
          <Alert kind="info">{t.askedOn(dayOfYear(askedAt))}</Alert>
          <Button size="small" pending={pending} onPress={() => void withdraw()}>
            {t.withdraw}
          </Button>
        </>
      )}
      {asking && (
        <ConfirmCommand
          command={accounts.askForDeletion}
          input={{}}
          title={t.askTitle}
          question={t.askQuestion(features.includes('papers'))}
          confirmLabel={t.askForDeletion}
          explain={explain}
          onDone={() => toast.success(t.asked)}
          onClose={() => setAsking(false)}
          danger
        >
          <Consequences />
        </ConfirmCommand>
      )}
    </div>
  )
}

/** What happens to the viewer's children and debts; must match the deletion on the server. */
function Consequences() {
  const t = useTexts(texts)
  const children = usePeople().filter(({ own }) => !own)
  const live = useLive(payments.mine, {})
  const owed = live.state === 'ready' ? live.answer.filter(isDue).reduce((sum, one) => sum + restOf(one), 0) : 0
  const becomesOf = ({ displayName, signsIn, otherGuardians, othersBook }: Dancer) => {
    // a child with an own account goes on booking
    const stays = othersBook || signsIn ? t.childStays : t.childStaysUnbooked
    if (otherGuardians.length > 0) return stays(displayName, otherGuardians.map(fullName).join(', '))
    return signsIn ? t.childAlone(displayName) : t.childLeft(displayName)
  }
  return (
    <>
      {children.map((child) => (
        <p key={child.personId}>{becomesOf(child)}</p>
      ))}
      {owed > 0 && <p>{t.owed(euros(owed))}</p>}
    </>
  )
}

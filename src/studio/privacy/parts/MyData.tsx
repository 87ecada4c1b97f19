import { FileBraces, FileText } from 'lucide-react'
import { useId, useState } from 'react'
import type { Cents } from '#kernel/money.ts'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { accounts } from '#studio/accounts/calls.ts'
import { fullName } from '#studio/accounts/rules.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { useFamilyState, usePeople } from '#studio/families/parts/usePeople.ts'
import { payments } from '#studio/payments/calls.ts'
import { isDue, restOf } from '#studio/payments/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand, type AnyCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { joined, useRefusalText } from '#web/refusals.ts'
import { saveFile } from '#web/saveFile.ts'
import { useFormats, useStudio, useToday } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { privacy } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { useReadable } from './useReadable.ts'

/** A member's personal data: download, also of their children, and request for deletion. */
export function MyData() {
  const t = useTexts(texts)
  const children = usePeople().filter(({ own, signsIn }) => !own && !signsIn)
  return (
    <Card>
      <p className="text-sm text-muted">{t.myDataHint}</p>
      <OwnDownloads />
      {children.length > 0 && <p className="border-t border-line pt-4 text-sm text-muted">{t.childDataHint}</p>}
      {children.map((child) => (
        <ChildDownloads key={child.personId} child={child} />
      ))}
      <Deletion />
    </Card>
  )
}

function OwnDownloads() {
  const t = useTexts(texts)
  const readable = useReadable().own
  const words = { fileName: t.fileName, failed: t.downloadFailed }
  return <Downloads command={privacy.download} input={{}} readable={readable} {...words} />
}

function ChildDownloads({ child: { personId, displayName } }: { child: FamilyPerson }) {
  const t = useTexts(texts)
  const readable = useReadable().ofChild
  const id = useId()
  const words = { fileName: t.childFileName(displayName), failed: t.childDownloadFailed(displayName) }
  return (
    <div className="flex flex-col gap-3">
      <h3 id={id} className="text-lg">
        {t.childData(displayName)}
      </h3>
      <Downloads command={privacy.downloadChild} input={{ personId }} readable={readable} {...words} about={id} />
    </div>
  )
}

interface Loading<P extends AnyCommand> {
  readonly command: P
  readonly input: InputOf<P>
  readonly failed: string
  /** Id of the heading, where it names a person. */
  readonly about?: string
}

/** One person's data in both formats. */
function Downloads<P extends AnyCommand>({
  fileName,
  readable,
  ...loading
}: Loading<P> & { readonly fileName: string; readonly readable: (data: AnswerOf<P>) => Promise<string> }) {
  const t = useTexts(texts)
  const name = `${fileName}-${useToday()}`
  return (
    <Cluster>
      <Download
        {...loading}
        label={t.downloadReadable}
        icon={FileText}
        save={async (data) => saveFile(`${name}.html`, await readable(data), 'text/html')}
      />
      <Download
        {...loading}
        label={t.downloadJson}
        icon={FileBraces}
        save={(data) => saveFile(`${name}.json`, JSON.stringify(data, null, 2), 'application/json')}
      />
    </Cluster>
  )
}

/** One format, with a command of its own: the other can be pressed meanwhile. */
function Download<P extends AnyCommand>(
  props: Loading<P> & {
    readonly label: string
    readonly icon: typeof FileText
    readonly save: (data: AnswerOf<P>) => Promise<void> | void
  },
) {
  const { icon: Icon, about } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(props.command)
  async function download() {
    const outcome = await run(props.input)
    if (outcome?.ok) await props.save(outcome.value)
    else if (outcome) toast.problem(joined(props.failed, explain(outcome)))
  }
  return (
    <Button
      size="small"
      icon={<Icon aria-hidden="true" className="size-4" />}
      pending={pending}
      pendingLabel={t.downloading}
      {...(about && { 'aria-describedby': about })}
      onPress={() => void download()}
    >
      {props.label}
    </Button>
  )
}

/** Requests deletion after a confirmation; the request can be withdrawn while it is pending. */
function Deletion() {
  const t = useTexts(texts)
  const { loadFailed, tryAgain } = useTexts(words)
  const live = useLive(accounts.deletion, {})
  const [asking, setAsking] = useState(false)
  const ofDeletion = () => {
    if (live.state === 'failed' || live.state === 'refused') {
      return <ErrorState text={loadFailed} retryLabel={tryAgain} onRetry={() => retryLive(accounts.deletion, {})} />
    }
    if (live.state === 'ready' && live.answer.askedAt !== null) return <Asked at={live.answer.askedAt} />
    return (
      <Button size="small" variant="danger" pending={live.state === 'loading'} onPress={() => setAsking(true)}>
        {t.askForDeletion}
      </Button>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      {ofDeletion()}
      {asking && <AskForDeletion onClose={() => setAsking(false)} />}
    </div>
  )
}

function Asked({ at }: { at: number }) {
  const t = useTexts(texts)
  const { dayOfYear } = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(accounts.withdrawDeletion)
  async function withdraw() {
    const outcome = await run({})
    if (outcome?.ok) toast.success(t.withdrawn)
    else if (outcome) toast.problem(joined(t.askFailed, explain(outcome)))
  }
  return (
    <>
      <Alert kind="info">{t.askedOn(dayOfYear(at))}</Alert>
      <Button size="small" pending={pending} onPress={() => void withdraw()}>
        {t.withdraw}
      </Button>
    </>
  )
}

/** Can't be confirmed before it is known what happens to the viewer's children and debts. */
function AskForDeletion({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const { loading, loadFailed } = useTexts(words)
  const explain = useRefusalText(refusals)
  const { features } = useStudio()
  const family = useFamilyState()
  const live = useLive(payments.mine, {})
  const known = family.state === 'ready' ? live : { state: family.state }
  const retry = () => (family.state === 'failed' ? family.retry() : retryLive(payments.mine, {}))
  const whyNotYet = known.state === 'loading' ? loading : loadFailed
  return (
    <ConfirmCommand
      command={accounts.askForDeletion}
      input={{}}
      title={t.askTitle}
      question={t.askQuestion(features.includes('papers'))}
      confirmLabel={t.askForDeletion}
      explain={explain}
      onDone={() => toast.success(t.asked)}
      onClose={onClose}
      whyDisabled={known.state === 'ready' ? undefined : whyNotYet}
      danger
    >
      <LiveContent live={known} retry={retry} shape="text" count={2}>
        {(mine) => <Consequences owed={owedOf(mine)} />}
      </LiveContent>
    </ConfirmCommand>
  )
}

const owedOf = (mine: AnswerOf<typeof payments.mine>) => mine.filter(isDue).reduce((sum, one) => sum + restOf(one), 0)

/** What happens to the viewer's children and debts; must match the deletion on the server. */
function Consequences({ owed }: { owed: Cents }) {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const children = usePeople().filter(({ own }) => !own)
  const becomesOf = ({ displayName, signsIn, otherGuardians, othersBook }: FamilyPerson) => {
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

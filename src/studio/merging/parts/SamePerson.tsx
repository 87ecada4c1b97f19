import { useState } from 'react'
import type { UserDetails } from '#studio/accounts/contract.ts'
import { useTellsApart } from '#studio/accounts/parts/useTellsApart.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { merging } from '../calls.ts'
import type { Alike, MergedRecord } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { MergeDialog } from './MergeDialog.tsx'

/** Likely duplicates of a user, and records merged with it; renders nothing if there are none. */
export function SamePerson({ user }: { user: UserDetails }) {
  const live = useLive(merging.ofUser, { userId: user.id })
  const [asking, setAsking] = useState<Alike | null>(null)
  const t = useTexts(texts)
  if (live.state !== 'ready') return null
  const { alike, merged, into } = live.answer
  if (into !== null)
    return (
      <Alert
        kind="info"
        action={
          <LinkButton to="/admin/users/$id" params={{ id: into }}>
            {t.toKept}
          </LinkButton>
        }
      >
        {t.into}
      </Alert>
    )
  return (
    <>
      {alike.length > 0 && (
        <Section title={t.title}>
          <Card>
            <p className="text-muted">{t.hint}</p>
            <ul aria-label={t.title} className="flex flex-col divide-y divide-line">
              {alike.map((one) => (
                <Record key={one.userId} record={one} onMerge={() => setAsking(one)} />
              ))}
            </ul>
          </Card>
        </Section>
      )}
      {merged.length > 0 && <Merged merged={merged} />}
      {asking && <MergeDialog kept={user} gone={asking} onClose={() => setAsking(null)} />}
    </>
  )
}

function Record({ record, onMerge }: { record: Alike; onMerge: () => void }) {
  const t = useTexts(texts)
  const { dayOfYear } = useFormats()
  const { address, born } = useTellsApart()(record)
  const { email, createdAt } = record
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-col gap-1">
        <TextLink to="/admin/users/$id" params={{ id: record.userId }}>
          {fullName(record)}
        </TextLink>
        <span className="text-sm break-all text-muted">{address}</span>
        <span className="text-sm text-muted">
          {born} · {t.since(dayOfYear(createdAt))}
        </span>
      </div>
      <Button aria-label={t.mergeWith(email === '' ? fullName(record) : email)} onPress={onMerge}>
        {t.merge}
      </Button>
    </li>
  )
}

function Merged({ merged }: { merged: readonly MergedRecord[] }) {
  const t = useTexts(texts)
  const { dayOfYear } = useFormats()
  const explain = useRefusalText(refusals)
  const [undoing, setUndoing] = useState<MergedRecord | null>(null)
  return (
    <Section title={t.mergedTitle}>
      <Card>
        <ul aria-label={t.mergedTitle} className="flex flex-col divide-y divide-line">
          {merged.map((one) => (
            <li
              key={one.mergeId}
              className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <span>{t.mergedOn(fullName(one), dayOfYear(one.at), dayOfYear(one.undoableUntil))}</span>
              <Button aria-label={t.undoOf(fullName(one))} onPress={() => setUndoing(one)}>
                {t.undo}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      {undoing && (
        <ConfirmCommand
          command={merging.undo}
          input={{ mergeId: undoing.mergeId }}
          title={t.undoTitle}
          question={t.undoQuestion}
          confirmLabel={t.undo}
          explain={explain}
          onDone={() => toast.success(t.undone)}
          onClose={() => setUndoing(null)}
        />
      )}
    </Section>
  )
}

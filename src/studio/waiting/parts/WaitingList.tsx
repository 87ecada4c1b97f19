import { useState } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { waiting } from '../calls.ts'
import type { ListedWaiting } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import type { Target } from '../rules.ts'
import { useUntil } from './useUntil.ts'

/** The waiting list of a class or course, for staff; nothing if it is empty. */
export function WaitingList(target: Target) {
  const { features } = useStudio()
  return features.includes('waitingLists') ? <List {...target} /> : null
}

function List({ kind, id }: Target) {
  const t = useTexts(texts)
  const live = useLive(waiting.list, { kind, id })
  const [offered, setOffered] = useState<ListedWaiting | null>(null)
  const [removed, setRemoved] = useState<ListedWaiting | null>(null)
  const nameOf = useNameOf()
  const explain = useRefusalText(refusals)
  const mayRaise = useMay('manageSchedule')
  if (live.state !== 'ready' || live.answer.rows.length === 0) return null
  const { rows, whyNoOffer } = live.answer
  // with an offer to everybody, nobody is left to whom a place could be offered
  const someWait = rows.some((row) => row.state !== 'offered')
  const why = whyNoOffer === null ? undefined : explain({ code: whyNoOffer })
  return (
    <Section title={t.title} actions={<Export {...{ kind, id }} />}>
      {why !== undefined && someWait && (
        <p className="text-sm text-muted">
          {kind === 'class' && whyNoOffer === 'noFreePlace' && mayRaise ? (
            <>
              {t.noneFree}{' '}
              <TextLink to="/admin/edit-schedule/$id" params={{ id }}>
                {t.raise}
              </TextLink>
              {t.orWait}
            </>
          ) : (
            why
          )}
        </p>
      )}
      <ol className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            place={index + 1}
            offers={why === undefined}
            onOffer={() => setOffered(row)}
            onRemove={() => setRemoved(row)}
          />
        ))}
      </ol>
      {offered && (
        <ConfirmCommand
          command={waiting.offer}
          input={{ waitingId: offered.id }}
          title={t.offerTitle(nameOf(offered))}
          question={t.offerQuestion}
          confirmLabel={t.offer}
          explain={explain}
          onDone={() => toast.success(t.offered)}
          onClose={() => setOffered(null)}
        />
      )}
      {removed && (
        <ConfirmCommand
          command={waiting.remove}
          input={{ waitingId: removed.id }}
          title={t.remove}
          question={t.removeTitle(nameOf(removed))}
          confirmLabel={t.remove}
          explain={explain}
          onDone={() => toast.success(t.removed)}
          onClose={() => setRemoved(null)}
          danger
        />
      )}
    </Section>
  )
}

function Export({ kind, id }: Target) {
  const t = useTexts(texts)
  const word = useTexts(words)
  const nameOf = useNameOf()
  const notesOf = useNotes()
  const until = useUntil()
  const { moment } = useFormats()
  return (
    <ExportList
      fileName={t.exportName}
      query={waiting.list}
      input={{ kind, id }}
      columns={[
        { header: word.name, csv: nameOf },
        { header: t.sinceColumn, csv: ({ joinedAt }) => moment(joinedAt) },
        {
          header: t.state,
          csv: (row) =>
            [row.state === 'offered' && t.offeredUntil(until(row.offeredUntil ?? 0)), ...notesOf(row)]
              .filter(Boolean)
              .join(' · '),
        },
      ]}
    />
  )
}

/** Notes about a waiting person. */
function useNotes() {
  const t = useTexts(texts)
  return (row: ListedWaiting) => [
    ...(row.takesItself ? [t.takesItself] : []),
    ...(row.skipped ? [t.skippedBecause[row.skipped]] : []),
    ...(row.toldAt !== null ? [t.toldOpen] : []),
  ]
}

function Row(props: { row: ListedWaiting; place: number; offers: boolean; onOffer: () => void; onRemove: () => void }) {
  const { row } = props
  const t = useTexts(texts)
  const nameOf = useNameOf()
  const until = useUntil()
  const { stamp } = useFormats()
  const name = `waits-${row.id}`
  const notes = [t.since(stamp(row.joinedAt)), ...useNotes()(row)]
  return (
    <li aria-labelledby={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <span className="flex min-w-0 flex-col">
        <span id={name} className="font-semibold">
          {t.waits(props.place)} {nameOf(row)}
        </span>
        <span className="text-sm text-muted">
          <Dotted>{notes}</Dotted>
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        {row.state === 'offered' ? (
          <Badge tone="accent">{t.offeredUntil(until(row.offeredUntil ?? 0))}</Badge>
        ) : (
          props.offers && (
            <Button size="small" aria-describedby={name} onPress={props.onOffer}>
              {t.offer}
            </Button>
          )
        )}
        <Button variant="quiet" size="small" aria-describedby={name} onPress={props.onRemove}>
          {t.remove}
        </Button>
      </span>
    </li>
  )
}

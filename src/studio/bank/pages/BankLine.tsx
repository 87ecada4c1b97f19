import { useState } from 'react'
import { spacedReference } from '#kernel/references.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { RowCheck } from '#web/ui/RowCheck.tsx'
import { toast } from '#web/ui/toast.ts'
import { bank } from '../calls.ts'
import type { ShownDeed, ShownLine, ShownSuggestion } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { toldOf } from '../messages/deeds.ts'
import { sumOf } from './sumOf.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { IgnoreDialog } from './IgnoreDialog.tsx'

/** A line of a statement: what came, and in a sentence what it does or did, and why. */
export function BankLine(props: {
  line: ShownLine
  /** Where it can be left out of what is settled. */
  choice: { chosen: boolean; onChoose: (chosen: boolean) => void } | null
}) {
  const { line, choice } = props
  const t = useTexts(texts)
  const { language } = useLanguage()
  const formats = useFormats()
  const name = line.name ?? t.noName
  return (
    <li aria-label={t.line(name, sumOf(line))} className="flex gap-3 p-4 sm:px-5">
      {choice && (
        <RowCheck
          row={line}
          choice={{
            isChosen: () => choice.chosen,
            onChoose: (_, chosen) => choice.onChoose(chosen),
            label: () => t.chosen(t.line(name, sumOf(line))),
          }}
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex items-baseline justify-between gap-4">
          <p className="min-w-0 font-semibold break-words">{name}</p>
          <p className="shrink-0 font-display text-lg font-bold tabular-nums">{sumOf(line)}</p>
        </div>
        <p className="text-sm break-words text-muted">
          {[formats.dateOfYear(line.day), line.reference && spacedReference(line.reference), line.text]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {line.undone.map((deed) => (
          <p key={deed.at} className="text-sm text-muted">
            {toldOf(deed, language, formats)}
          </p>
        ))}
        {line.settles && <Settles settles={line.settles} />}
        {line.look && <Look line={line} look={line.look} />}
        {line.decided && <Decided lineId={line.id} deed={line.decided} />}
      </div>
    </li>
  )
}

function Settles({ settles }: { settles: NonNullable<ShownLine['settles']> }) {
  const t = useTexts(texts)
  const back = settles.way === 'returned'
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {settles.name && (
          <TextLink to="/admin/users/$id" params={{ id: settles.userId }}>
            {settles.name}
          </TextLink>
        )}
        <Badge tone={back ? 'warning' : 'good'}>{t.ways[settles.way]}</Badge>
      </p>
      <ul>
        {settles.shares.map(({ paymentId, description, person, cents }) => (
          <li key={paymentId}>{t.pays(description, person, cents)}</li>
        ))}
        {settles.credit > 0 && <li>{(back ? t.fromCredit : t.toCredit)(settles.credit)}</li>}
        {settles.missing && <li>{t.missing(settles.missing)}</li>}
        {back && !settles.missing && settles.credit === 0 && settles.shares.length === 0 && <li>{t.paidNothing}</li>}
      </ul>
    </div>
  )
}

function Look({ line, look }: { line: ShownLine; look: NonNullable<ShownLine['look']> }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState<'assign' | 'ignore' | null>(null)
  const euro = line.currency === 'EUR'
  return (
    <>
      <p className="text-sm">{t.why[look.why]}</p>
      {euro &&
        look.suggestions.map((one) => <Suggested key={`${one.payerId} ${one.hint}`} line={line} suggestion={one} />)}
      <div className="flex flex-wrap gap-2">
        {euro && (
          <Button size="small" onPress={() => setOpen('assign')}>
            {look.suggestions.length > 0 ? t.somebodyElse : t.assign}
          </Button>
        )}
        {look.ignoredBefore !== null && <IgnoreAsBefore lineId={line.id} reason={look.ignoredBefore} />}
        <Button size="small" variant="quiet" onPress={() => setOpen('ignore')}>
          {t.ignore}
        </Button>
      </div>
      {open === 'assign' && (
        <AssignDialog
          line={line}
          // whom it suggests is not whom one looks for then
          search={look.suggestions.length > 0 ? '' : (line.name ?? '')}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'ignore' && <IgnoreDialog line={line} onClose={() => setOpen(null)} />}
    </>
  )
}

/** What was said of a line from the same account is said of this one by a press. */
function IgnoreAsBefore({ lineId, reason }: { lineId: string; reason: string }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(bank.ignore)
  async function ignore() {
    const outcome = await run({ lineId, reason })
    if (outcome?.ok) toast.success(t.ignored)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <Button size="small" pending={pending} onPress={() => void ignore()}>
      {t.ignoreAsBefore(reason)}
    </Button>
  )
}

/** Whose it may be, and by one press is. */
function Suggested({ line, suggestion }: { line: ShownLine; suggestion: ShownSuggestion }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(bank.assign)
  const { payerId, name, shares, hint } = suggestion

  async function assign() {
    const parts = shares.map(({ paymentId, cents }) => ({ paymentId, cents }))
    const outcome = await run({ lineId: line.id, payerId, shares: parts })
    if (outcome?.ok) toast.success(t.assigned)
    else if (outcome) toast.problem(explain(outcome))
  }
  const paid = shares.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl bg-sunken px-4 py-2 text-sm">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-muted">{t.hints[hint]}</p>
        {shares.map(({ paymentId, description, person, cents }) => (
          <p key={paymentId}>{t.pays(description, person, cents)}</p>
        ))}
        {paid < line.cents && <p>{t.toCredit(line.cents - paid)}</p>}
      </div>
      <Button size="small" pending={pending} onPress={() => void assign()}>
        {t.assignTo(name)}
      </Button>
    </div>
  )
}

/** What was done with the line, for ever, and the way to undo it. */
function Decided({ lineId, deed }: { lineId: string; deed: ShownDeed }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  const [asked, setAsked] = useState(false)
  return (
    <div className="flex flex-wrap items-end justify-between gap-2 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words">{toldOf(deed, language, formats)}</p>
        {deed.did?.name && (
          <TextLink to="/admin/users/$id" params={{ id: deed.did.userId }}>
            {deed.did.name}
          </TextLink>
        )}
      </div>
      <Button size="small" variant="quiet" onPress={() => setAsked(true)}>
        {t.undo}
      </Button>
      {asked && (
        <ConfirmCommand
          command={bank.undo}
          input={{ lineId }}
          title={t.undoTitle}
          question={t.undoQuestion}
          confirmLabel={t.undo}
          explain={explain}
          onDone={() => toast.success(t.undone)}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}

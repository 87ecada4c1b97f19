import { useState } from 'react'
import { spacedReference } from '#kernel/references.ts'
import type { Language } from '#kernel/messages.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { RowCheck } from '#web/ui/RowCheck.tsx'
import { toast } from '#web/ui/toast.ts'
import { WholeWords } from '#web/ui/WholeWords.tsx'
import { bank } from '../calls.ts'
import type { ShownDeed, ShownLine, ShownSuggestion } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { deedTexts, toldOf } from '../messages/deeds.ts'
import type { Hint } from '../rules.ts'
import { inBoxes } from './sameBox.ts'
import { sameWords } from './sameWords.ts'
import { shareText } from './shareText.ts'
import { sumOf } from './sumOf.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { IgnoreDialog } from './IgnoreDialog.tsx'
import { useTellAssigned, useTellDone } from './useTellAssigned.ts'

/** A line of a statement: what came, and a sentence on what it would do or did, and why. */
export function BankLine(props: {
  line: ShownLine
  /** A checkbox for lines that can be left out of settling; null for others. */
  choice: { chosen: boolean; onChoose: (chosen: boolean) => void } | null
}) {
  const { line, choice } = props
  const t = useTexts(texts)
  const { language } = useLanguage()
  const formats = useFormats()
  const nameOfBank = line.name ?? t.noName
  const { settles, look, decided } = line
  // a payer who paid under their own name is named once
  const payer = settles ?? decided?.did ?? null
  const own = payer !== null && payer.name !== '' && sameWords(payer.name, nameOfBank)
  const name = own ? payer.name : nameOfBank
  const label = t.line(name, sumOf(line, formats.euros))
  const about = `${label}, ${formats.dateOfYear(line.day)}`
  return (
    <li aria-label={label} className="flex gap-3 p-4 sm:px-5">
      {choice && (
        <RowCheck
          row={line}
          choice={{
            isChosen: () => choice.chosen,
            onChoose: (_, chosen) => choice.onChoose(chosen),
            label: () => t.chosen(label),
          }}
        />
      )}
      {/* the bank's data, and on a wide screen beside it what becomes of the line */}
      <div className="grid min-w-0 flex-1 gap-2 lg:grid-cols-[2fr_3fr] lg:gap-x-8">
        <div className="min-w-0 break-words">
          <div className="flex items-baseline justify-between gap-4">
            <p className="min-w-0 font-semibold">{own ? <PersonLink {...payer} /> : name}</p>
            <p className="shrink-0 font-display text-lg leading-6 font-bold tabular-nums">
              {sumOf(line, formats.euros)}
            </p>
          </div>
          <p className="text-sm text-muted">
            <Dotted>{[formats.dateOfYear(line.day), referenceOf(line, t), line.text]}</Dotted>
          </p>
          {line.undone.map((deed) => (
            <p key={deed.at} className="text-sm text-muted">
              {toldOf(deed, language, formats)}
            </p>
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-2 text-sm">
          {settles && <Settles line={line} settles={settles} named={!own} />}
          {look && <Look line={line} look={look} about={about} />}
          {decided && <Decided line={line} deed={decided} about={about} named={!own} />}
        </div>
      </div>
    </li>
  )
}

/** The most common doubt is shown in place of the reference number. */
function referenceOf({ reference, look }: ShownLine, t: (typeof texts)[Language]): string | null {
  const spaced = reference && spacedReference(reference)
  if (look?.why !== 'noReference') return spaced
  return spaced ? t.othersReference(spaced) : t.noReference
}

function PersonLink({ userId, name }: { userId: string; name: string }) {
  return (
    <TextLink to="/admin/users/$id" params={{ id: userId }}>
      {name}
    </TextLink>
  )
}

function Settles(props: {
  line: ShownLine
  settles: NonNullable<ShownLine['settles']>
  /** Whether the line shows another person's name. */
  named: boolean
}) {
  const { line, settles } = props
  const t = useTexts(texts)
  const told = useTexts(deedTexts)
  const formats = useFormats()
  const back = settles.way === 'returned'
  // that a reopened payment was paid only in part is no news
  const inPart = !back && settles.shares.some(({ of }) => of !== undefined)
  return (
    <div className="flex flex-col gap-2 lg:flex-row lg:items-start lg:justify-between">
      <ul className="min-w-0">
        {props.named && settles.name && (
          <li>
            <PersonLink {...settles} />
          </li>
        )}
        {settles.shares.map((share) => (
          <li key={share.paymentId}>{shareText(share, line, settles, told, formats)}</li>
        ))}
        {back ? <OtherEffects of={settles} /> : settles.credit > 0 && <li>{t.toCredit(settles.credit)}</li>}
      </ul>
      <p className="lg:shrink-0">
        <Badge tone={back || inPart ? 'warning' : 'good'} wraps>
          {inPart ? t.inPart(settles.shares.length) : t.ways[settles.way]}
        </Badge>
      </p>
    </div>
  )
}

/** What a return does besides opening payments again. */
function OtherEffects({ of: { shares, credit, missing } }: { of: NonNullable<ShownLine['settles']> }) {
  const t = useTexts(texts)
  return (
    <>
      {credit > 0 && <li>{t.fromCredit(credit)}</li>}
      {missing && <li>{t.missing(missing)}</li>}
      {!missing && credit === 0 && shares.length === 0 && <li>{t.paidNothing}</li>}
    </>
  )
}

function Look(props: { line: ShownLine; look: NonNullable<ShownLine['look']>; about: string }) {
  const { line, look, about } = props
  const t = useTexts(texts)
  const [open, setOpen] = useState<'assign' | 'ignore' | null>(null)
  const assignable = line.kind === 'payment' && line.currency === 'EUR'
  const suggestions = assignable ? look.suggestions : []
  return (
    <>
      {/* the most common doubt is already shown in place of the reference number */}
      {look.why !== 'noReference' && <p>{t.why[look.why]}</p>}
      <div className="flex flex-wrap items-center gap-2 lg:justify-end">
        {look.takesBack && (
          <div className="min-w-0 grow basis-96">
            <MayTakeBack line={line} of={look.takesBack} />
          </div>
        )}
        {suggestions.length > 0 && (
          <div className="flex min-w-0 grow basis-96 flex-col gap-2">
            {inBoxes(suggestions).map((box) => (
              <Suggested key={`${box.suggestion.payerId} ${box.hints.join()}`} line={line} {...box} />
            ))}
          </div>
        )}
        <div className="flex flex-wrap gap-x-1 gap-y-2 lg:-mr-4">
          {assignable && (
            <Button
              size="small"
              variant={suggestions.length > 0 ? 'quiet' : 'secondary'}
              onPress={() => setOpen('assign')}
            >
              {suggestions.length > 0 ? t.somebodyElse : t.assign}
            </Button>
          )}
          {look.ignoredBefore !== null && <IgnoreAsBefore lineId={line.id} reason={look.ignoredBefore} />}
          <Button size="small" variant="quiet" onPress={() => setOpen('ignore')}>
            {t.ignore}
          </Button>
        </div>
      </div>
      {open === 'assign' && (
        <AssignDialog
          line={line}
          // the search is for other payers than the suggested ones
          search={suggestions.length > 0 ? '' : (line.name ?? '')}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'ignore' && <IgnoreDialog line={line} about={about} onClose={() => setOpen(null)} />}
    </>
  )
}

/** Ignores this line with the reason of an earlier line from the same account. */
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

/** A suggested payer, with a button that assigns the line to them. */
function Suggested(props: { line: ShownLine; suggestion: ShownSuggestion; hints: readonly Hint[] }) {
  const { line, suggestion, hints } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(bank.assign)
  const tellAssigned = useTellAssigned()
  const told = useTexts(deedTexts)
  const formats = useFormats()
  const { payerId, name, shares } = suggestion

  async function assign() {
    const parts = shares.map(({ paymentId, cents }) => ({ paymentId, cents }))
    const outcome = await run({ lineId: line.id, payerId, shares: parts })
    if (outcome?.ok) tellAssigned(line, [name])
    else if (outcome) toast.problem(explain(outcome))
  }
  const paid = shares.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl bg-sunken px-4 py-2">
      <div className="min-w-0">
        {shares.map((share) => (
          <p key={share.paymentId} className="font-semibold">
            {shareText(share, line, suggestion, told, formats)}
          </p>
        ))}
        {paid < line.cents && <p className="font-semibold">{t.toCredit(line.cents - paid)}</p>}
        <p className="text-muted">
          <Dotted>{hints.map((hint) => t.hints[hint])}</Dotted>
        </p>
      </div>
      <Button size="small" pending={pending} onPress={() => void assign()}>
        {t.assignTo(name)}
      </Button>
    </div>
  )
}

/** The transfer that a return may take back, with a button that settles the return so. */
function MayTakeBack({ line, of }: { line: ShownLine; of: NonNullable<NonNullable<ShownLine['look']>['takesBack']> }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(bank.takeBack)
  const tellDone = useTellDone()
  const told = useTexts(deedTexts)
  const formats = useFormats()
  const { lineId: originalId, seen, shares } = of

  async function takeBack() {
    const outcome = await run({ lineId: line.id, originalId, seen })
    if (outcome?.ok) tellDone(line.id, shares.length > 0 ? t.toPayAgain(shares.length) : t.settled(1))
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl bg-sunken px-4 py-2">
      <div className="min-w-0">
        <p className="font-semibold">{t.cameOn(formats.dateOfYear(of.day), of.name)}</p>
        <ul className="text-muted">
          {shares.map((share) => (
            <li key={share.paymentId}>{t.opensAgain(shareText(share, line, of, told, formats))}</li>
          ))}
          <OtherEffects of={of} />
        </ul>
      </div>
      <Button size="small" pending={pending} onPress={() => void takeBack()}>
        {t.cameBack}
      </Button>
    </div>
  )
}

/** What was done with the line, shown permanently, and the button to undo it. */
function Decided(props: { line: ShownLine; deed: ShownDeed; about: string; named: boolean }) {
  const { line, deed, about, named } = props
  const { id: lineId, stays } = line
  const t = useTexts(texts)
  const { language } = useLanguage()
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  const [asked, setAsked] = useState(false)
  const { did } = deed
  const payers = [...(named && did?.name ? [did] : []), ...(did?.others ?? [])]
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-2">
      <div className="min-w-0 flex-1 basis-64">
        <Dotted>
          {payers.map((payer) => (
            <PersonLink key={payer.userId} {...payer} />
          ))}
        </Dotted>
        <p className="break-words">
          <WholeWords text={toldOf(deed, language, formats, 'besideName')} />
        </p>
      </div>
      <span className="lg:-my-3 lg:-mr-4">
        <Button
          size="small"
          variant="quiet"
          flush="onPhone"
          whyDisabled={stays ? explain({ code: stays }) : undefined}
          onPress={() => setAsked(true)}
        >
          {t.undo}
        </Button>
      </span>
      {asked && (
        <ConfirmCommand
          command={bank.undo}
          input={{ lineId }}
          title={t.undoTitle}
          question={t.undoQuestion(about)}
          confirmLabel={t.undo}
          explain={explain}
          onDone={() => toast.success(t.undone)}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}

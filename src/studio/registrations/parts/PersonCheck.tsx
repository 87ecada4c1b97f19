import { Check, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { Unfold } from '#web/ui/Unfold.tsx'
import { registrations } from '../calls.ts'
import type { registrations as contract } from '../contract.ts'
import { refusals } from '../messages.ts'
import { checkTexts } from '../messages/check.ts'
import type { CheckedRule } from '../rules/check.ts'

interface Asked {
  readonly scheduleId: string
  readonly userId: string
}
type Facts = NonNullable<AnswerOf<typeof contract.check>>

export function PersonCheck(asked: Asked) {
  const t = useTexts(checkTexts)
  return (
    <section aria-label={t.title} className="flex flex-col gap-2 border-t border-line pt-4">
      <h2 className="font-sans text-base font-semibold">{t.title}</h2>
      <CheckedRules {...asked} />
    </section>
  )
}

/**
 * Each rule that the server checks before a person gets a place, and what would help. Broken rules, or the lack of a
 * usable pass, are visible; kept rules are folded.
 */
export function CheckedRules(asked: Asked) {
  return (
    <LiveAnswer query={registrations.check} input={asked} shape="text">
      {(facts) => facts && <Rules facts={facts} {...asked} />}
    </LiveAnswer>
  )
}

function Rules({ facts, ...asked }: Asked & { facts: Facts }) {
  const t = useTexts(checkTexts)
  const explain = useRefusalText(refusals)
  const broken = facts.rules.filter(({ kept }) => !kept)
  const kept = facts.rules.filter((rule) => rule.kept)
  const can = broken.length === 0
  const fitting = facts.passes.filter(({ why }) => why === null)
  const unfit = facts.passes.flatMap(({ id, name, why }) =>
    why === null
      ? []
      : [
          <Rule key={id} strength="unfit">
            {t.unfit(name, explain({ code: why }))}
          </Rule>,
        ],
  )
  const nothingFits = fitting.length === 0
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status">
        <Badge tone={can ? 'good' : 'danger'}>{can ? t.can : t.cannot}</Badge>
      </p>
      {(!can || nothingFits) && (
        <div className="flex basis-full flex-col gap-2">
          <p className="text-sm text-muted">{t.hint}</p>
          {/* broken rules first, then the ways to pay */}
          <ul className={listLook}>
            {broken.map(({ rule }) => (
              <Rule key={rule} strength="stops">
                {t.rules[rule].broken(facts)}
                <WayOut rule={rule} {...asked} />
              </Rule>
            ))}
            {nothingFits && unfit}
            {nothingFits && (
              <Rule strength="unfit">
                {facts.passes.length === 0 ? t.noPass : t.noneFits}{' '}
                <TextLink to="/admin/users/$id" params={{ id: asked.userId }}>
                  {t.sell}
                </TextLink>
              </Rule>
            )}
          </ul>
        </div>
      )}
      <Unfold label={t.rest(kept.length + fitting.length)}>
        <ul className={listLook}>
          {fitting.map(({ id, name }) => (
            <Rule key={id} strength="kept">
              {t.fits(name)}
            </Rule>
          ))}
          {!nothingFits && unfit}
          {kept.map(({ rule }) => (
            <Rule key={rule} strength="kept">
              {t.rules[rule].kept(facts)}
            </Rule>
          ))}
        </ul>
      </Unfold>
    </div>
  )
}

const listLook = 'flex flex-col gap-1.5 text-sm'

const strengths = {
  stops: { Icon: X, look: 'text-danger', text: 'text-ink' },
  unfit: { Icon: Minus, look: 'text-muted', text: 'text-muted' },
  kept: { Icon: Check, look: 'text-good', text: 'text-ink' },
}

/** Having no usable pass does not stop a person: the place then costs the drop-in fee. */
function Rule({ strength, children }: { strength: keyof typeof strengths; children: ReactNode }) {
  const t = useTexts(checkTexts)
  const { Icon, look, text } = strengths[strength]
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <span className={text}>
        <span className="sr-only">{t.strengths[strength]} </span>
        {children}
      </span>
    </li>
  )
}

function WayOut({ rule, scheduleId, userId }: Asked & { rule: CheckedRule }) {
  const t = useTexts(checkTexts)
  const way = t.ways[rule]
  if (rule === 'classFull') {
    return (
      <>
        {' '}
        <TextLink to="/admin/edit-schedule/$id" params={{ id: scheduleId }}>
          {way}
        </TextLink>
      </>
    )
  }
  if (rule === 'saidAbsent') {
    return (
      <>
        {' '}
        <TextLink to="/admin/class-details/$id" params={{ id: scheduleId }}>
          {way}
        </TextLink>
      </>
    )
  }
  if (rule === 'overduePayments' || rule === 'tooManyOpenPayments' || rule === 'signInNeeded') {
    return (
      <>
        {' '}
        {t.byStaff}{' '}
        <TextLink to="/admin/users/$id" params={{ id: userId }}>
          {way}
        </TextLink>
      </>
    )
  }
  return <span className="text-muted"> {way}</span>
}

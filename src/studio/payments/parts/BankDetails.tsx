import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { euros, type Cents } from '#kernel/money.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import { toast } from '#web/ui/toast.ts'
import { texts } from '../messages.ts'

interface Transfer {
  amount: Cents
  item: string
  /** Where it is somebody else. */
  payer?: string | undefined
}

/** All that a bank transfer needs, or whom to ask where the studio has no account any more. */
export function BankDetails(props: Transfer) {
  const { bankAccount } = useStudio()
  return bankAccount ? <Details {...props} {...bankAccount} /> : <AskTheStudio />
}

function AskTheStudio() {
  const { supportEmail } = useStudio()
  const t = useTexts(texts)
  return (
    <p className="text-sm">
      {t.askWhereTo} <OutsideLink href={`mailto:${supportEmail}`}>{supportEmail}</OutsideLink>
    </p>
  )
}

/** Each line is ready to be copied into one's bank. */
function Details(props: Transfer & { holder: string; iban: string }) {
  const { holder, iban } = props
  const me = useMe()
  const t = useTexts(texts)
  const name = props.payer ?? fullName({ displayName: me.displayName ?? '', familyName: me.familyName ?? '' })
  return (
    <dl className="flex flex-col divide-y tabular-nums divide-line rounded-2xl border border-line bg-sunken px-4">
      <CopyLine name={t.holder} value={holder} />
      <CopyLine name={t.iban} value={iban} shown={iban.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
      <CopyLine name={t.amount} value={(props.amount / 100).toFixed(2)} shown={euros(props.amount)} />
      <CopyLine name={t.explanation} value={name ? `${props.item}, ${name}` : props.item} />
    </dl>
  )
}

/** `shown` where people read it differently from how a bank takes it. */
function CopyLine(props: { name: string; value: string; shown?: string }) {
  const { name, value, shown = value } = props
  const t = useTexts(texts)
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      toast.success(t.copied(name))
    } catch {
      // without HTTPS or permission there is no clipboard
      toast.problem(t.copyFailed)
    }
  }

  const icon = copied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="col-start-1 min-w-0 font-medium tabular-nums">{shown}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <IconButton label={t.copy(name)} icon={icon} onPress={() => void copy()} />
      </dd>
    </div>
  )
}

import { useState } from 'react'
import type { Cents } from '#kernel/money.ts'
import { epcText, spacedReference } from '#kernel/references.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { payments } from '../calls.ts'
import { texts } from '../messages.ts'
import { CopyLine } from './CopyLine.tsx'

export interface Payer {
  readonly userId: string
  readonly name: string
}

interface Transfer {
  amount: Cents
  item: string
  /** The payer, if it is another person. */
  payer?: Payer | undefined
}

interface Account {
  holder: string
  iban: string
}

/** The details of a bank transfer, or whom to ask if the studio no longer has an account. */
export function BankDetails(props: Transfer) {
  const { bankAccount, features } = useStudio()
  if (!bankAccount) return <AskTheStudio />
  if (!features.includes('statements')) return <Details {...props} {...bankAccount} reference={null} />
  if (props.payer) return <OfAnother {...props} {...bankAccount} payer={props.payer} />
  return <OfMine {...props} {...bankAccount} />
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

function OfMine(props: Transfer & Account) {
  const live = useLive(payments.myReference, {})
  return <Details {...props} reference={live.state === 'ready' ? live.answer.reference : null} />
}

function OfAnother(props: Transfer & Account & { payer: Payer }) {
  const live = useLive(payments.referencesOf, { userId: props.payer.userId })
  return <Details {...props} reference={live.state === 'ready' ? (live.answer[0]?.reference ?? null) : null} />
}

/** Each line can be copied into a banking app; a reference number makes an explanation unnecessary. */
function Details(props: Transfer & Account & { reference: string | null }) {
  const { holder, iban, amount, reference } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
      <dl className="flex max-w-md min-w-[min(100%,16rem)] flex-[1_1_20rem] flex-col divide-y tabular-nums divide-line rounded-2xl border border-line bg-sunken px-4">
        <CopyLine name={t.holder} value={holder} />
        <CopyLine name={t.iban} value={iban} shown={iban.replaceAll(/(.{4})(?=.)/g, '$1 ')} unbroken />
        <CopyLine name={t.amount} value={(amount / 100).toFixed(2)} shown={euros(amount)} />
        {reference === null ? (
          <Explanation {...props} />
        ) : (
          <CopyLine name={t.reference} value={reference} shown={spacedReference(reference)} />
        )}
      </dl>
      {reference !== null && <TransferCode text={epcText({ holder, iban, amount, reference })} />}
    </div>
  )
}

function Explanation({ item, payer }: Transfer) {
  const me = useMe()
  const t = useTexts(texts)
  const name = payer?.name ?? fullName({ displayName: me.displayName ?? '', familyName: me.familyName ?? '' })
  return <CopyLine name={t.explanation} value={name ? `${item}, ${name}` : item} />
}

/** A code that the apps of some banks scan; its text can be copied for apps that accept it pasted. */
function TransferCode({ text }: { text: string }) {
  const t = useTexts(texts)
  const [shown, setShown] = useState(false)
  return (
    <div className="flex max-w-md min-w-[min(100%,16rem)] flex-[1_1_16rem] flex-col gap-2">
      <div>
        <Button size="small" variant="quiet" flush="always" aria-expanded={shown} onPress={() => setShown(!shown)}>
          {shown ? t.hideQr : t.showQr}
        </Button>
      </div>
      {shown && (
        <div className="flex flex-col items-center gap-2">
          <QrCode text={text} label={t.qr} />
          <dl className="w-full rounded-2xl border border-line bg-sunken px-4">
            <CopyLine name={t.qrText} value={text} shown={text.split('\n').at(-1) ?? ''} />
          </dl>
        </div>
      )}
    </div>
  )
}

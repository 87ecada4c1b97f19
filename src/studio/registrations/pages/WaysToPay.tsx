import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { deskTexts } from '../messages/desk.ts'

/** The two ways to register, always visible; `whyNot` says what is missing for both. */
export function WaysToPay(props: {
  whyNot: string | undefined
  whyNoMembership?: string | undefined
  pending?: boolean
  onMembership?: () => void
  onDropIn?: () => void
}) {
  const t = useTexts(deskTexts)
  const { whyNot, whyNoMembership, pending = false, onMembership = () => {}, onDropIn = () => {} } = props
  return (
    <div className="flex flex-col gap-3">
      <Button
        variant="primary"
        whyDisabled={whyNot ?? whyNoMembership}
        pending={pending}
        pendingLabel={t.registering}
        onPress={onMembership}
      >
        {t.withMembership}
      </Button>
      <Button whyDisabled={whyNot} onPress={onDropIn}>
        {t.withDropIn}
      </Button>
    </div>
  )
}

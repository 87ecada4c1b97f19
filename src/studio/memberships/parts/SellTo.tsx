import { useState } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { ofUserTexts } from '../messages/ofUser.ts'
import { SellDialog, type Buyer } from './SellDialog.tsx'

/** A sale of a membership to this user. */
export function SellTo({ user }: { user: Buyer }) {
  const nameOf = useNameOf()
  const t = useTexts(ofUserTexts)
  const { adminOnly } = useTexts(words)
  const allowed = useMay('registerOthers')
  const [selling, setSelling] = useState(false)
  return (
    <>
      <Button
        whyDisabled={allowed ? (user.active ? undefined : t.deactivated) : adminOnly}
        onPress={() => setSelling(true)}
      >
        {t.sell}
      </Button>
      {selling && <SellDialog title={t.sellTo(nameOf(user))} user={user} onClose={() => setSelling(false)} />}
    </>
  )
}

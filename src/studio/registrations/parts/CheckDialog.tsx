import { useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { checkTexts } from '../messages/check.ts'
import { deskTexts } from '../messages/desk.ts'
import { FindPerson } from './FindPerson.tsx'
import { CheckedRules } from './PersonCheck.tsx'

/** Why somebody can or can't register for this class, for staff; also where nobody can any more. */
export function CheckDialog({ scheduleId }: { scheduleId: string }) {
  const t = useTexts(checkTexts)
  const { otherPerson } = useTexts(deskTexts)
  const [open, setOpen] = useState(false)
  const [userId, setUserId] = useState<string | null>(null)
  const close = () => {
    setOpen(false)
    setUserId(null)
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t.title}</Button>
      {open && (
        <Dialog open onClose={close} title={t.title}>
          <Stack>
            {userId === null ? (
              <FindPerson onUser={setUserId} />
            ) : (
              <>
                <CheckedRules scheduleId={scheduleId} userId={userId} />
                <Button variant="quiet" onPress={() => setUserId(null)}>
                  {otherPerson}
                </Button>
              </>
            )}
          </Stack>
        </Dialog>
      )}
    </>
  )
}

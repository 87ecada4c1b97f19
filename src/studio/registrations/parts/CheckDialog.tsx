import { useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { checkTexts } from '../messages/check.ts'
import { deskTexts } from '../messages/desk.ts'
import { FindPerson } from './FindPerson.tsx'
import { CheckedRules } from './PersonCheck.tsx'

/** For staff: why a person can or can't register for this class, even if it is closed for everybody. */
export function CheckDialog({ scheduleId, className }: { scheduleId: string; className: string }) {
  const t = useTexts(checkTexts)
  const { otherPerson } = useTexts(deskTexts)
  const [open, setOpen] = useState(false)
  const [person, setPerson] = useState<{ id: string; name: string } | null>(null)
  const close = () => {
    setOpen(false)
    setPerson(null)
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t.title}</Button>
      {open && (
        <Dialog
          open
          onClose={close}
          title={t.title}
          description={person === null ? className : `${person.name} · ${className}`}
        >
          <Stack>
            {person === null ? (
              <FindPerson onUser={(id, name) => setPerson({ id, name })} />
            ) : (
              <>
                <CheckedRules scheduleId={scheduleId} userId={person.id} />
                <Button variant="quiet" onPress={() => setPerson(null)}>
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

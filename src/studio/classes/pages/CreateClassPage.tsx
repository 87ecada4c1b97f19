import { useEffect, useRef, useState } from 'react'
import { CreatePage } from '#web/CreatePage.tsx'
import { useTexts } from '#web/language.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { deskTexts } from '../messages/desk.ts'
import { CreateClass } from '../parts/CreateClass.tsx'

export function CreateClassPage() {
  const t = useTexts(deskTexts)
  const [created, setCreated] = useState<string | null>(null)
  const done = useRef<HTMLDivElement>(null)
  // the button is at the end of a long form, and the next step at its beginning
  useEffect(() => {
    // in braces: some browsers return a promise, which would be taken for a cleanup
    done.current?.scrollIntoView({ block: 'center' })
  }, [created])
  return (
    <CreatePage texts={t}>
      {created !== null && (
        <div ref={done}>
          <Alert
            kind="success"
            title={t.created}
            action={
              <LinkButton to="/admin/add-to-schedule" search={{ class: created }} size="small">
                {t.scheduleNow}
              </LinkButton>
            }
          />
        </div>
      )}
      <CreateClass onCreated={setCreated} />
    </CreatePage>
  )
}

import { useState } from 'react'
import { CreatePage } from '#web/CreatePage.tsx'
import { useTexts } from '#web/language.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { deskTexts } from '../messages/desk.ts'
import { CreateClass } from '../parts/CreateClass.tsx'

export function CreateClassPage() {
  const t = useTexts(deskTexts)
  const [created, setCreated] = useState<string | null>(null)
  return (
    <CreatePage texts={t}>
      {created !== null && (
        <Alert
          kind="success"
          title={t.created}
          action={
            <LinkButton to="/admin/add-to-schedule" search={{ class: created }} size="small">
              {t.scheduleNow}
            </LinkButton>
          }
        />
      )}
      <CreateClass onCreated={setCreated} />
    </CreatePage>
  )
}

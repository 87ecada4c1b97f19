import { useNavigate } from '@tanstack/react-router'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { hasStarted } from '#studio/schedule/rules.ts'
import { useMayWrite } from '#web/WriteLink.tsx'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useNow } from '#web/studio.tsx'
import type { RowAction } from '#web/ui/RowActions.tsx'
import { texts } from '../messages.ts'
import type { ClassRow } from './registrants.ts'

/** What can be done with a class, for a phone, which has no room for a button each. */
export function useClassActions(entry: ClassRow): RowAction[] {
  const { id, teacherIds } = entry
  const t = useTexts(texts)
  const { edit } = useTexts(entryTexts)
  const { writeMessage } = useTexts(words)
  const navigate = useNavigate()
  const mayRegister = useMay('registerOthers')
  const mayWrite = useMayWrite(teacherIds)
  // it would lead to a class that takes nobody any more
  const open = !hasStarted(entry, useNow()) && entry.cancelledAt === null
  const actions: (RowAction | false)[] = [
    mayRegister &&
      open && {
        label: t.registerPerson,
        onPress: () => void navigate({ to: '/admin/class-registration', search: { entry: id } }),
      },
    mayWrite &&
      entry.registrants.length > 0 && {
        label: writeMessage,
        onPress: () => void navigate({ to: '/admin/write', search: { to: 'class', id } }),
      },
    { label: edit, onPress: () => void navigate({ to: '/admin/edit-schedule/$id', params: { id } }) },
  ]
  return actions.filter((action) => action !== false)
}

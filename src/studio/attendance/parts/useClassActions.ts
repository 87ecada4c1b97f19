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

/** What the caller may do with a class, apart from editing it. */
export function useClassRights(entry: ClassRow): { readonly register: boolean; readonly write: boolean } {
  const mayRegister = useMay('registerOthers')
  const mayWrite = useMayWrite(entry.teacherIds)
  // the class accepts no more registrations
  const open = !hasStarted(entry, useNow()) && entry.cancelledAt === null
  return { register: mayRegister && open, write: mayWrite && entry.registrants.length > 0 }
}

/** The same as a menu for a phone, which has no room for buttons. */
export function useClassActions(entry: ClassRow): RowAction[] {
  const { id } = entry
  const t = useTexts(texts)
  const { edit } = useTexts(entryTexts)
  const { writeMessage } = useTexts(words)
  const navigate = useNavigate()
  const { register, write } = useClassRights(entry)
  const actions: (RowAction | false)[] = [
    register && {
      label: t.registerPerson,
      primary: true,
      onPress: () => void navigate({ to: '/admin/class-registration', search: { entry: id } }),
    },
    write && {
      label: writeMessage,
      onPress: () => void navigate({ to: '/admin/write', search: { to: 'class', id } }),
    },
    { label: edit, onPress: () => void navigate({ to: '/admin/edit-schedule/$id', params: { id } }) },
  ]
  return actions.filter((action) => action !== false)
}

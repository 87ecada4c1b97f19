import { Mail } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import type { ButtonSize } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** Whether one may write to everybody of what these people teach: admins write to all, teachers to what they teach. */
export function useMayWrite(teacherIds: readonly string[]): boolean {
  const { accountId } = useMe()
  const admin = useMay('manageUsers')
  const desk = useMay('seeDesk')
  return admin || (desk && accountId !== null && teacherIds.includes(accountId))
}

/**
 * Leads to a message to everybody of something, for whoever may write it.
 * `of` names it for screen readers where several stand on the page.
 */
export function WriteLink(props: {
  to: 'class' | 'course' | 'category' | 'people'
  id: string
  teacherIds?: readonly string[]
  of?: string
  size?: ButtonSize
  roundOnPhone?: boolean
  /** Its icon alone, beside other buttons of a row. */
  round?: boolean
}) {
  const { to, id, teacherIds = [], of, size, roundOnPhone, round } = props
  const t = useTexts(words)
  if (!useMayWrite(teacherIds)) return null
  return (
    <LinkButton
      to="/admin/write"
      search={{ to, ...(id !== '' && { id }) }}
      icon={<Mail aria-hidden="true" className={size === 'small' ? 'size-4' : 'size-5'} />}
      {...(of !== undefined && { 'aria-label': `${t.writeMessage}: ${of}` })}
      {...(size && { size })}
      {...(roundOnPhone && { roundOnPhone })}
      {...(round && { round, title: t.writeMessage })}
    >
      {t.writeMessage}
    </LinkButton>
  )
}

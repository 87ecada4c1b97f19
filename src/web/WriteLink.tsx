import { Mail } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import type { ButtonSize } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/**
 * Leads to a message to everybody of something: admins write to all, teachers to what they teach. Nothing for others.
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
  const { accountId } = useMe()
  const admin = useMay('manageUsers')
  const teaches = useMay('seeDesk') && accountId !== null && teacherIds.includes(accountId)
  if (!admin && !teaches) return null
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

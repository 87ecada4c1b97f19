import { Mail } from 'lucide-react'
import { mayWrite } from '#studio/mailings/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import type { ButtonSize } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** Whether the reader may write to everybody in what these accounts teach; with none, to everybody. */
export function useMayWrite(teacherIds: readonly string[]): boolean {
  return mayWrite(useMe(), { teacherIds })
}

/**
 * Link to write to everybody in a class, course, category or search; shown to people who may.
 * `of` names it for screen readers where a page has several such links.
 */
export function WriteLink(props: {
  to: 'class' | 'course' | 'category' | 'people'
  id: string
  teacherIds?: readonly string[]
  of?: string
  size?: ButtonSize
  roundOnPhone?: boolean
  /** Icon only, beside other buttons of a row. */
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

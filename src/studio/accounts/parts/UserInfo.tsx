import { useLanguage, useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card, Cluster, Facts } from '#web/ui/Card.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { accounts } from '../calls.ts'
import type { UserDetails } from '../contract.ts'
import { deskTexts } from '../messages/desk.ts'
import { categoryNameOf } from '../rules.ts'
import { CorrectPerson } from './CorrectPerson.tsx'
import { UnverifiedAddress } from './UnverifiedAddress.tsx'
import { useNameOf } from './useNameOf.ts'

/** Details of a user, as staff see them. */
export function UserInfo({ user }: { user: UserDetails }) {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { language } = useLanguage()
  const { dateOfYear, dayOfYear, stamp } = useFormats()
  const nameOf = useNameOf()
  const { membershipCategory: category, lastLogin } = user
  const { membershipCategories } = useStudio()
  const mayManage = useMay('manageUsers')
  if (user.deletedAt !== null) return <DeletedInfo user={user} deletedAt={user.deletedAt} />
  const hasAccount = user.email !== ''
  const status = (
    <Cluster>
      {user.active ? <Badge tone="good">{t.active}</Badge> : <Badge tone="danger">{t.deactivated}</Badge>}
      {!hasAccount && <Badge tone="neutral">{t.noAccount}</Badge>}
      {hasAccount && !user.verified && <Badge tone="warning">{t.notVerified}</Badge>}
      {user.deletionAskedAt !== null && <Badge tone="warning">{t.askedForDeletion}</Badge>}
    </Cluster>
  )
  return (
    <Section title={t.info}>
      <Card>
        <Facts
          facts={[
            { name: word.name, value: nameOf(user) },
            ...(hasAccount ? [{ name: word.email, value: <span className="break-all">{user.email}</span> }] : []),
            ...(mayManage ? [{ name: t.phone, value: <Phone userId={user.id} /> }] : []),
            { name: t.dob, value: user.dob === null ? word.unknown : dateOfYear(user.dob) },
            ...(hasAccount ? [{ name: t.role, value: t.roles[user.role] }] : []),
            { name: t.memberLevel, value: user.memberLevel },
            {
              name: t.membershipCategory,
              value: category ? categoryNameOf(membershipCategories, category, language) : word.notSet,
            },
            { name: t.status, value: status },
            { name: t.created, value: dayOfYear(user.createdAt) },
            ...(hasAccount ? [{ name: t.lastLogin, value: lastLogin === null ? t.never : stamp(lastLogin) }] : []),
            { name: t.id, value: <span className="text-xs break-all">{user.id}</span> },
          ]}
        />
        {mayManage && (
          <Cluster>
            <CorrectPerson user={user} />
            {hasAccount && !user.verified && <UnverifiedAddress user={user} />}
          </Cluster>
        )}
      </Card>
    </Section>
  )
}

function Phone({ userId }: { userId: string }) {
  const { notSet } = useTexts(words)
  const live = useLive(accounts.phone, { userId })
  if (live.state !== 'ready') return null
  const { phone } = live.answer
  return phone === '' ? notSet : <OutsideLink href={`tel:${phone}`}>{phone}</OutsideLink>
}

/** Shown for a deleted user, of whom no details are left. */
function DeletedInfo({ user, deletedAt }: { user: UserDetails; deletedAt: number }) {
  const t = useTexts(deskTexts)
  const { dayOfYear } = useFormats()
  return (
    <Section title={t.info}>
      <Card>
        <p>{t.deletedHint}</p>
        <Facts
          facts={[
            { name: t.deletedAt, value: dayOfYear(deletedAt) },
            { name: t.id, value: <span className="text-xs break-all">{user.id}</span> },
          ]}
        />
      </Card>
    </Section>
  )
}

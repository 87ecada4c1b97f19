import { useLanguage, useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card, Cluster, Facts } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import type { UserDetails } from '../contract.ts'
import { membershipCategoryNames } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { fullName } from '../rules.ts'

/** Who a user is, as staff see it. */
export function UserInfo({ user }: { user: UserDetails }) {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { language } = useLanguage()
  const { dateOfYear, dayOfYear, time } = useFormats()
  const { membershipCategory: category, lastLogin } = user
  const status = (
    <Cluster>
      {user.active ? <Badge tone="good">{t.active}</Badge> : <Badge tone="danger">{t.deactivated}</Badge>}
      {!user.verified && <Badge tone="warning">{t.notVerified}</Badge>}
    </Cluster>
  )
  return (
    <Section title={t.info}>
      <Card>
        <Facts
          facts={[
            { name: word.name, value: fullName(user) },
            { name: word.email, value: <span className="break-all">{user.email}</span> },
            { name: t.dob, value: dateOfYear(user.dob) },
            { name: t.role, value: t.roles[user.role] },
            { name: t.memberLevel, value: user.memberLevel },
            {
              name: t.membershipCategory,
              value: category ? membershipCategoryNames[language][category] : word.notSet,
            },
            { name: t.status, value: status },
            { name: t.created, value: dayOfYear(user.createdAt) },
            {
              name: t.lastLogin,
              value: lastLogin === null ? t.never : `${dayOfYear(lastLogin)} ${time(lastLogin)}`,
            },
            { name: t.id, value: <span className="font-mono text-xs break-all">{user.id}</span> },
          ]}
        />
      </Card>
    </Section>
  )
}

import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { accounts } from '../calls.ts'
import type { UserDetails } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { checkMemberLevel, categoryNameOf, offered, roles, whyNotRole, type Role } from '../rules.ts'
import { ActiveSetting } from './ActiveSetting.tsx'
import { RoleDialog, type RoleOutcome } from './RoleDialog.tsx'
import { Setting } from './Setting.tsx'

/**
 * What an admin may change about a user; a teacher sees the same fields, with the reason why they can't change them.
 */
export function UserSettings({ user }: { user: UserDetails }) {
  const t = useTexts(deskTexts)
  const allowed = useMay('manageUsers')
  return (
    <Section title={t.settings}>
      <Card>
        <Level user={user} />
        <Category user={user} />
        {user.email !== '' && (allowed ? <OwnRoleRule user={user} /> : <RoleSetting user={user} whyNot={undefined} />)}
        <ActiveSetting user={user} />
      </Card>
    </Section>
  )
}

function Level({ user }: { user: UserDetails }) {
  const t = useTexts(deskTexts)
  const { run } = useCommand(accounts.setMemberLevel)
  return (
    <Setting
      saved={user.memberLevel}
      action={t.changeLevel}
      done={t.levelChanged}
      failed={t.levelFailed}
      check={checkMemberLevel}
      save={(memberLevel) => run({ userId: user.id, memberLevel })}
    >
      {(control) => <TextField label={t.memberLevel} maxLength={60} {...control} />}
    </Setting>
  )
}

const NONE = 'none'

function Category({ user }: { user: UserDetails }) {
  const t = useTexts(deskTexts)
  const { notSet } = useTexts(words)
  const { language } = useLanguage()
  const { run } = useCommand(accounts.setMembershipCategory)
  const { membershipCategories } = useStudio()
  const options = [
    { value: NONE, label: notSet },
    ...offered(membershipCategories, [user.membershipCategory ?? '']).map(({ id }) => ({
      value: id,
      label: categoryNameOf(membershipCategories, id, language),
    })),
  ]
  return (
    <Setting
      saved={user.membershipCategory ?? NONE}
      action={t.changeCategory}
      done={t.categoryChanged}
      failed={t.categoryFailed}
      save={(value) => run({ userId: user.id, membershipCategory: value === NONE ? null : value })}
    >
      {(control) => (
        <SelectField label={t.membershipCategory} description={t.categoryHint} options={options} {...control} />
      )}
    </Setting>
  )
}

/** The role field, or why it can't be changed; applies the server's rule before a password is asked for. */
function OwnRoleRule({ user }: { user: UserDetails }) {
  const explain = useRefusalText(refusals)
  const facts = useLive(accounts.roleFacts, { userId: user.id })
  const codes = facts.state === 'ready' ? roles.map((role) => role !== user.role && whyNotRole(role, facts.answer)) : []
  // a reason is shown only if it applies to every other role
  const code = codes.includes(null) ? null : codes.find((why) => why !== false)
  return <RoleSetting user={user} whyNot={code ? explain({ code }) : undefined} />
}

function RoleSetting({ user, whyNot }: { user: UserDetails; whyNot: string | undefined }) {
  const t = useTexts(deskTexts)
  /** The role that the dialog asks to confirm, and the callback that waits for the outcome. */
  const [asked, setAsked] = useState<{ role: Role; answer: (outcome: RoleOutcome | null) => void } | null>(null)
  const ask = (role: Role) => new Promise<RoleOutcome | null>((answer) => setAsked({ role, answer }))

  return (
    <>
      <Setting
        saved={user.role}
        action={t.changeRole}
        done={t.roleChanged}
        failed={t.roleFailed}
        save={ask}
        whyNot={whyNot}
        asks
      >
        {(control) => (
          <SelectField label={t.role} options={roles.map((value) => ({ value, label: t.roles[value] }))} {...control} />
        )}
      </Setting>
      {asked && (
        <RoleDialog
          user={user}
          role={asked.role}
          onClose={(outcome) => {
            asked.answer(outcome)
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

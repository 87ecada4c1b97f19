import { useState } from 'react'
import { fullName } from '#studio/accounts/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { OutsideLink, TextLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { families } from '../calls.ts'
import type { FamilyOfUser } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { allRights, rightNames } from '../rules.ts'
import { AddressDialog } from './AddressDialogs.tsx'
import { Waiting } from './Invitations.tsx'

/** Who acts for a person, and for whom that person acts. */
export function UserFamily({ userId }: { userId: string }) {
  const t = useTexts(deskTexts)
  return (
    <Section title={t.title}>
      <LiveAnswer query={families.ofUser} input={{ userId }} shape="cards" count={1} failed={t.loadFailed} steady>
        {(family) => <Family userId={userId} family={family} />}
      </LiveAnswer>
    </Section>
  )
}

type Link = Pick<FamilyOfUser['children'][number], 'accountId' | 'displayName' | 'familyName' | 'rights'> & {
  readonly linkOf: string
  readonly userId: string | null
  readonly email?: string
  readonly phone?: string
}

function Family({ userId, family }: { userId: string; family: FamilyOfUser }) {
  const t = useTexts(deskTexts)
  const [asking, setAsking] = useState<'guardian' | 'ownSignIn' | null>(null)
  const guardians = family.guardians.map((one) => ({ ...one, linkOf: userId, userId: one.personId }))
  const children = family.children.map((one) => ({ ...one, linkOf: one.personId, userId: one.personId }))
  return (
    <Card>
      {guardians.length === 0 && children.length === 0 && <p className="text-muted">{t.none}</p>}
      <Links title={t.guardians} links={guardians} />
      <Links title={t.children} links={children} />
      <Waiting invitations={family.invitations} command={families.withdrawAny} />
      <Cluster>
        {family.mayHaveGuardian && <Button onPress={() => setAsking('guardian')}>{t.inviteGuardian}</Button>}
        {family.maySignIn && <Button onPress={() => setAsking('ownSignIn')}>{t.inviteToSignIn}</Button>}
      </Cluster>
      {asking && <InviteDialog userId={userId} kind={asking} onClose={() => setAsking(null)} />}
    </Card>
  )
}

function InviteDialog(props: { userId: string; kind: 'guardian' | 'ownSignIn'; onClose: () => void }) {
  const { kind, userId: personId, onClose } = props
  const t = useTexts(deskTexts)
  const { run, pending } = useCommand(families.inviteFromDesk)
  return (
    <AddressDialog
      title={kind === 'guardian' ? t.inviteGuardian : t.inviteToSignIn}
      hint={t.inviteHint}
      label={t.email}
      own=""
      send={(email) => run({ kind, email, personId, rights: allRights })}
      {...{ pending, onClose }}
    />
  )
}

function Links({ title, links }: { title: string; links: readonly Link[] }) {
  const t = useTexts(deskTexts)
  const { rights } = useTexts(texts)
  const explain = useRefusalText(refusals)
  const [ending, setEnding] = useState<Link | null>(null)
  if (links.length === 0 && !ending) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-lg">{title}</h3>
      <ul aria-label={title} className="flex flex-col divide-y divide-line">
        {links.map((link) => (
          <li
            key={`${link.accountId} ${link.linkOf}`}
            className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0"
          >
            <div className="flex min-w-0 flex-col gap-1">
              {link.userId === null ? (
                fullName(link)
              ) : (
                <TextLink to="/admin/users/$id" params={{ id: link.userId }}>
                  {fullName(link)}
                </TextLink>
              )}
              {link.email !== undefined && <span className="text-sm break-all text-muted">{link.email}</span>}
              <Cluster>
                {link.phone ? <OutsideLink href={`tel:${link.phone}`}>{link.phone}</OutsideLink> : null}
                {rightNames
                  .filter((name) => link.rights[name])
                  .map((name) => (
                    <Badge key={name}>{rights[name]}</Badge>
                  ))}
              </Cluster>
            </div>
            <Button size="small" aria-label={t.endOf(fullName(link))} onPress={() => setEnding(link)}>
              {t.end}
            </Button>
          </li>
        ))}
      </ul>
      {ending && (
        <ConfirmCommand
          command={families.endAnyLink}
          input={{ accountId: ending.accountId, personId: ending.linkOf }}
          title={t.endOf(fullName(ending))}
          question={t.endQuestion}
          confirmLabel={t.end}
          danger
          explain={explain}
          onDone={() => toast.success(t.ended)}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  )
}

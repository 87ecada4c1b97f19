import { UserPlus, UsersRound } from 'lucide-react'
import { useId, useState } from 'react'
import { ageOn } from '#kernel/time.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useToday } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSavedChoice } from '#web/useChosen.ts'
import { families } from '../calls.ts'
import type { FamilyPerson, Family, Invitation } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { mayBeGuardian, maySignIn, rightNames } from '../rules.ts'
import { AddChildDialog } from './AddChildDialog.tsx'
import { AskChildDialog, OwnSignInDialog } from './AddressDialogs.tsx'
import { SendAgain, TakeBack, Waiting } from './Invitations.tsx'
import { CorrectChildDialog } from './CorrectChildDialog.tsx'
import { InviteGuardianDialog } from './InviteGuardianDialog.tsx'
import { PhotosField } from './PhotosField.tsx'
import { ReceivedInvitations } from './ReceivedInvitations.tsx'
import { RightsDialog } from './RightsDialog.tsx'

/** Whom one acts for, and what may be done about it. */
export function MyFamily() {
  const t = useTexts(texts)
  return (
    <LiveAnswer query={families.mine} input={{}} shape="cards" count={1} failed={t.loadFailed} steady>
      {(family) => <Members family={family} />}
    </LiveAnswer>
  )
}

function Members({ family }: { family: Family }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState<'add' | 'invite' | 'ask' | null>(null)
  const close = () => setOpen(null)
  const children = family.people.filter(({ own }) => !own)
  const own = family.people.find((person) => person.own)
  // only whoever can book for a child decides who else acts for it
  const decided = children.filter(({ rights }) => rights.canBook)
  const grownUp = mayBeGuardian(own?.dob ?? null, useToday())
  // stands at the child it is for
  const signInSent = (child: FamilyPerson) =>
    family.invitations.find((one) => offersSignIn(one) && !child.signsIn && one.personIds.includes(child.personId))
  const atChildren = new Set(children.map(signInSent))
  return (
    <Card>
      <ReceivedInvitations />
      {grownUp && <p className="text-muted">{t.hint}</p>}
      {children.length > 0 && (
        <ul aria-label={t.children} className="flex flex-col divide-y divide-line">
          {children.map((child) => (
            <Child key={child.personId} child={child} sent={signInSent(child)} />
          ))}
        </ul>
      )}
      <Cluster>
        {grownUp && (
          <Button
            variant={children.length === 0 ? 'primary' : 'secondary'}
            icon={<UserPlus aria-hidden="true" className="size-5" />}
            onPress={() => setOpen('add')}
          >
            {t.addChild}
          </Button>
        )}
        {decided.length > 0 && (
          <Button icon={<UsersRound aria-hidden="true" className="size-5" />} onPress={() => setOpen('invite')}>
            {t.invite}
          </Button>
        )}
        {grownUp && (
          <Button variant="quiet" flush="onPhone" onPress={() => setOpen('ask')}>
            {t.linkChild}
          </Button>
        )}
      </Cluster>
      <Waiting
        invitations={family.invitations.filter((one) => !atChildren.has(one))}
        command={families.withdrawInvitation}
        again
      />
      {children.length > 0 && own && <NotMyself danceMyself={family.danceMyself} />}
      {own && (own.dances || own.photos) && <PhotosField person={own} named={children.length > 0} />}
      {family.guardians.length > 0 && (
        <p className="text-sm text-muted">{t.whoActs(family.guardians.map(fullName).join(', '))}</p>
      )}
      {open === 'add' && <AddChildDialog familyName={own?.familyName ?? ''} onClose={close} />}
      {open === 'invite' && <InviteGuardianDialog offered={decided} onClose={close} />}
      {open === 'ask' && <AskChildDialog onClose={close} />}
    </Card>
  )
}

const offersSignIn = ({ kind, declinedAt }: Invitation) => kind === 'ownSignIn' && declinedAt === null

function Child({ child, sent }: { child: FamilyPerson; sent: Invitation | undefined }) {
  const t = useTexts(texts)
  const { dayOfYear } = useFormats()
  const today = useToday()
  const [open, setOpen] = useState<'correct' | 'rights' | 'end' | 'signIn' | null>(null)
  const [back, setBack] = useState<Invitation | null>(null)
  const explain = useRefusalText(refusals)
  const id = useId()
  const held = rightNames.filter((name) => child.rights[name])
  const others = child.otherGuardians.map(fullName).join(', ')
  const close = () => setOpen(null)
  return (
    <li aria-labelledby={id} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-col gap-1.5">
        <h3 id={id} className="text-lg">
          {fullName(child)}
        </h3>
        <Cluster>
          {child.dob !== null && <span className="text-muted">{t.age(ageOn(today, child.dob))}</span>}
          {held.length === 0 && <Badge>{t.noRights}</Badge>}
          {held.map((name) => (
            <Badge key={name} tone="info">
              {t.yourRights[name]}
            </Badge>
          ))}
          {child.signsIn && <Badge tone="good">{t.signsIn}</Badge>}
        </Cluster>
        {others && <p className="text-sm text-muted">{t.also(others)}</p>}
      </div>
      <PhotosField person={child} named />
      <Cluster>
        {child.rights.canBook && !child.signsIn && (
          <Button size="small" aria-describedby={id} onPress={() => setOpen('correct')}>
            {t.correct}
          </Button>
        )}
        <Button size="small" aria-describedby={id} onPress={() => setOpen('rights')}>
          {t.change}
        </Button>
        {child.rights.canBook && !child.signsIn && !sent && maySignIn(child.dob, today) && (
          <Button size="small" onPress={() => setOpen('signIn')}>
            {t.ownSignIn(child.displayName)}
          </Button>
        )}
        <Button size="small" variant="quiet" aria-describedby={id} onPress={() => setOpen('end')}>
          {t.end}
        </Button>
      </Cluster>
      {sent && (
        <div className="flex flex-col gap-2">
          <p className="text-sm break-words text-muted">{t.signInSent(sent.email, dayOfYear(sent.expiresAt))}</p>
          <Cluster>
            <SendAgain sent={sent} />
            <Button size="small" aria-label={`${t.takeBack}: ${sent.email}`} onPress={() => setBack(sent)}>
              {t.takeBack}
            </Button>
          </Cluster>
        </div>
      )}
      {back && <TakeBack sent={back} command={families.withdrawInvitation} onClose={() => setBack(null)} />}
      {open === 'correct' && <CorrectChildDialog child={child} onClose={close} />}
      {open === 'rights' && <RightsDialog child={child} onClose={close} />}
      {open === 'signIn' && <OwnSignInDialog child={child} onClose={close} />}
      {open === 'end' && (
        <ConfirmCommand
          command={families.endLink}
          input={{ personId: child.personId }}
          title={t.endTitle(child.displayName)}
          question={t.endQuestion}
          confirmLabel={t.end}
          danger
          explain={explain}
          onDone={() => toast.success(t.ended)}
          onClose={close}
        >
          {!child.othersBook && !child.signsIn && <p>{others === '' ? t.endLast : t.endUnbooked}</p>}
        </ConfirmCommand>
      )}
    </li>
  )
}

function NotMyself({ danceMyself }: { danceMyself: boolean }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run } = useCommand(families.setDanceMyself)
  const [notMyself, choose] = useSavedChoice(!danceMyself, (chosen) => run({ danceMyself: !chosen }))

  async function save(chosen: boolean) {
    const outcome = await choose(chosen)
    if (outcome && !outcome.ok) toast.problem(explain(outcome))
  }

  return (
    <CheckboxField
      label={t.notMyself}
      description={t.notMyselfHint}
      checked={notMyself}
      onChange={(checked) => void save(checked)}
    />
  )
}

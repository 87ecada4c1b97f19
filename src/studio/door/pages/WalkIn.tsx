import { useState } from 'react'
import { ChevronRight, UserPlus } from 'lucide-react'
import { newId } from '#kernel/ids.ts'
import type { Cents } from '#kernel/money.ts'
import { fullName, hasGroupPrice } from '#studio/accounts/rules.ts'
import { isNamed } from '#studio/attendance/parts/registrants.ts'
import { mayTakeAll } from '#studio/attendance/rules.ts'
import { memberships } from '#studio/memberships/calls.ts'
import { categoriesFit, membershipPrice, misfit } from '#studio/memberships/rules.ts'
import { useSiblings } from '#studio/payments/parts/useSiblings.ts'
import { priceFor } from '#studio/payments/rules.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { useMakeUpsOf } from '#studio/registrations/parts/useMakeUps.tsx'
import { dropInPrice } from '#studio/registrations/rules.ts'
import { studioTime } from '#web/clock.ts'
import { useTexts } from '#web/language.tsx'
import { useConnectionState, useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { useTyped } from '#web/useTyped.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { door } from '../calls.ts'
import type { DoorEntry, DoorWay, WalkInBy } from '../contract.ts'
import { texts } from '../messages.ts'
import type { LetIn } from '../parts/marks.ts'
import { put } from '../parts/outbox.ts'
import { WayButtons } from './TakeMoney.tsx'

interface Who {
  readonly id: string
  readonly name: string
  /** A new person, known by name only. */
  readonly isNew: boolean
}

/** How they pay, and the price now. */
interface Chosen {
  readonly by: WalkInBy
  readonly price: Cents
  readonly what: string
}

/** Lets in a person who has not registered: finds them or adds them by name, then asks how they pay. */
export function WalkIn(props: {
  entry: DoorEntry
  accountId: string
  taken: number
  onLetIn: (person: LetIn) => void
  /** Called to take a Stebby ticket from the person. */
  onTicket: (userId: string) => void
  /** Called if the person is already on the list, to be marked there. */
  onListed: (userId: string) => void
}) {
  const { entry, accountId, taken } = props
  const t = useTexts(texts)
  const { cancel } = useTexts(words)
  // the answer stays while others come; one more than the places needs a new confirmation
  const [open, setOpen] = useState<'closed' | 'asking' | 'open' | 'openOver'>('closed')
  const isFull = taken >= entry.maxParticipants
  return (
    <>
      <Button
        icon={<UserPlus aria-hidden="true" className="size-5" />}
        onPress={() => setOpen(isFull ? 'asking' : 'open')}
      >
        {t.walkIn}
      </Button>
      <ConfirmDialog
        open={open === 'asking'}
        title={t.full}
        message={t.overQuestion(taken, entry.maxParticipants)}
        confirmLabel={t.overYes}
        cancelLabel={cancel}
        onConfirm={() => setOpen('openOver')}
        onCancel={() => setOpen('closed')}
      />
      {(open === 'open' || open === 'openOver') && (
        <Dialog open title={t.walkIn} description={entry.className} onClose={() => setOpen('closed')}>
          <Steps
            {...{ entry, accountId }}
            over={open === 'openOver'}
            onTicket={props.onTicket}
            onLetIn={props.onLetIn}
            onListed={(userId) => {
              setOpen('closed')
              props.onListed(userId)
            }}
            onDone={() => setOpen('closed')}
          />
        </Dialog>
      )}
    </>
  )
}

function Steps(props: {
  entry: DoorEntry
  accountId: string
  over: boolean
  onLetIn: (person: LetIn) => void
  onTicket: (userId: string) => void
  onListed: (userId: string) => void
  onDone: () => void
}) {
  const { entry, accountId, over, onDone } = props
  const { features } = useStudio()
  const now = useNow()
  const t = useTexts(texts)
  const { euros } = useFormats()
  const [who, setWho] = useState<Who | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)

  function send(way: DoorWay | null, { by, price, what }: Chosen) {
    if (!who) return
    const label = `${who.name}: ${what} (${entry.className})`
    const { id: userId, isNew, name } = who
    const [displayName = '', ...rest] = name.split(' ')
    if (isNew)
      void put(accountId, door.addPerson, () => ({ id: userId, displayName, familyName: rest.join(' ') }), label)
    // the ticket is then taken for what the person owes
    const isTicket = way === 'stebby' && features.includes('stebbyDesk')
    const money = way && !isTicket ? { cents: price, way } : null
    // people let in are here; for a class hours away they only get a place
    const isHere = mayTakeAll(entry, now)
    const place = { scheduleId: entry.id, userId, by, money, over }
    const key = newId()
    void put(
      accountId,
      door.walkIn,
      (tappedAt) => ({ ...place, tappedAt, ...(isHere && { attendedAt: tappedAt }) }),
      label,
      { key },
    )
    const withPass = by.kind === 'newPass'
    props.onLetIn({
      key,
      scheduleId: entry.id,
      userId,
      label: `${name}: ${what}`,
      withPass,
      paid: way !== null,
      at: studioTime(),
    })
    if (isTicket) props.onTicket(userId)
    onDone()
  }
  if (who === null) return <Find entry={entry} onFound={setWho} onListed={props.onListed} />
  if (chosen === null) {
    return (
      <Ways
        entry={entry}
        who={who}
        onChoose={(choice) => (choice.price === 0 ? send(null, choice) : setChosen(choice))}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="font-semibold">{who.name}</span> · {chosen.what}
      </p>
      <p className="font-display text-xl font-bold">{t.take(euros(chosen.price))}</p>
      <WayButtons
        coverMember={'coverMember' in chosen.by && chosen.by.coverMember}
        onChoose={(way) => send(way, chosen)}
      />
      <Button variant="quiet" onPress={() => send(null, chosen)}>
        {t.staysDue}
      </Button>
    </div>
  )
}

/** Shows existing people with that name first, also from this list, to avoid adding a person twice. */
function Find(props: { entry: DoorEntry; onFound: (who: Who) => void; onListed: (userId: string) => void }) {
  const { onFound } = props
  const { rows } = props.entry
  const t = useTexts(texts)
  const isOffline = useConnectionState() === 'offline'
  const [settled, settle] = useState('')
  const [typed, type] = useTyped(settled, settle)
  const live = useLive(registrations.people, { search: settled })
  const people = live.state === 'ready' ? live.answer.people : []
  const name = typed.trim().replaceAll(/\s+/g, ' ')
  const foundIds = new Set(people.map(({ id }) => id))
  const listed = rows.filter((row) => foundIds.has(row.userId) || (name !== '' && isNamed(row.name, name)))
  const others = people.filter(({ id }) => !rows.some(({ userId }) => userId === id))
  const isSearched = settled !== '' && (live.state === 'ready' || isOffline)
  return (
    <div className="flex flex-col gap-3">
      <SearchField label={t.findOrNew} value={typed} onChange={type} autoFocus />
      {isOffline && <p className="text-sm text-muted">{t.onlyTheList}</p>}
      <ul className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto">
        {listed.map((row) => (
          <Known key={row.userId} name={row.name} more={t.onTheList} onPress={() => props.onListed(row.userId)} />
        ))}
        {others.map((person) => (
          <Known
            key={person.id}
            name={fullName(person)}
            more={person.email}
            onPress={() => onFound({ id: person.id, name: fullName(person), isNew: false })}
          />
        ))}
      </ul>
      {name.includes(' ') && (
        <Button variant="quiet" onPress={() => onFound({ id: newId(), name, isNew: true })}>
          {t.newPerson(name)}
        </Button>
      )}
      {isSearched && listed.length + others.length === 0 && !name.includes(' ') && (
        <p className="text-muted">{t.nobodyKnown}</p>
      )}
    </div>
  )
}

function Known(props: { name: string; more: string | null; onPress: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="flex min-h-14 w-full touch-manipulation items-center gap-2 px-1 text-left hover:bg-sunken active:bg-sunken"
        onClick={props.onPress}
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block font-semibold">{props.name}</span>
          <span className="block text-sm text-muted">{props.more}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </button>
    </li>
  )
}

interface WaysProps {
  readonly entry: DoorEntry
  readonly who: Who
  readonly onChoose: (chosen: Chosen) => void
}

function Ways(props: WaysProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="font-semibold">{props.who.name}</p>
      {props.who.isNew ? <Offers {...props} isGroupMember={false} isFirst /> : <OwnPasses {...props} />}
    </div>
  )
}

/** Make-up classes and passes that fit, shown first because they cost nothing now. */
function OwnPasses(props: WaysProps) {
  const { entry, who, onChoose } = props
  const t = useTexts(texts)
  const { loading } = useTexts(words)
  const now = useNow()
  const { membershipCategories } = useStudio()
  const connection = useConnectionState()
  const live = useLive(registrations.candidate, { userId: who.id })
  const person = live.state === 'ready' ? live.answer : null
  const makeUps = useMakeUpsOf(who.id, entry)
  const formats = useFormats()
  const isHere = entry.rows.some(({ userId }) => userId === who.id)
  if (isHere) return <Alert kind="warning">{t.alreadyHere(who.name)}</Alert>
  // wait for these, so that late content does not move a button under the thumb
  if ((live.state === 'loading' || makeUps.loading) && connection !== 'offline')
    return <LoadingState label={loading} count={3} />
  const fitting = (person?.memberships ?? []).filter((pass) => misfit(pass, entry, now) === null)
  const missed = makeUps.of(0).filter(({ why }) => why === null)
  return (
    <>
      {missed.map(({ makeUp }, nth) => (
        <Button
          key={makeUp.id}
          variant={nth === 0 ? 'primary' : 'secondary'}
          onPress={() => onChoose({ by: { kind: 'makeUp', makeUpId: makeUp.id }, price: 0, what: t.methods.makeUp })}
        >
          {t.makeUpFor(makeUp.className, formats.weekdayAndDay(makeUp.startsAt))}
        </Button>
      ))}
      {fitting.map((pass, nth) => (
        <Button
          key={pass.id}
          variant={missed.length + nth === 0 ? 'primary' : 'secondary'}
          onPress={() => onChoose({ by: { kind: 'pass', purchaseId: pass.id }, price: 0, what: pass.membershipName })}
        >
          {t.withPass(pass.membershipName, pass.classLimit - pass.classesUsed)}
        </Button>
      ))}
      <Offers
        {...props}
        isGroupMember={hasGroupPrice(membershipCategories, person?.membershipCategory ?? null)}
        isFirst={missed.length + fitting.length === 0}
      />
    </>
  )
}

/** A drop-in, or a pass sold on the spot; `isFirst` if the person has nothing else to come with. */
function Offers(props: WaysProps & { isGroupMember: boolean; isFirst: boolean }) {
  const { entry, who, isGroupMember, onChoose } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  const { dropInFee } = useStudio()
  const live = useLive(memberships.catalogue, {})
  // a new person has no siblings in the studio
  const reckon = useSiblings(who.isNew ? undefined : [who.id], who.id)
  const passes = live.state === 'ready' ? live.answer.filter((pass) => categoriesFit(pass, entry.categories)) : []
  const coverMember = isGroupMember
  const price = priceFor(dropInPrice(entry, dropInFee), coverMember)
  return (
    <>
      <Button
        variant={props.isFirst ? 'primary' : 'secondary'}
        onPress={() => onChoose({ by: { kind: 'dropIn', coverMember }, price, what: t.methods.dropIn })}
      >
        {t.dropInFor(euros(price))}
      </Button>
      {passes.flatMap((pass) => {
        const { id: membershipId, name } = pass
        const prices = membershipPrice(pass)
        if (!prices) return []
        const { cents } = reckon({ full: priceFor(prices, coverMember), code: null })
        return [
          <Button
            key={membershipId}
            onPress={() => onChoose({ by: { kind: 'newPass', membershipId, coverMember }, price: cents, what: name })}
          >
            {t.sellPass(name, euros(cents))}
          </Button>,
        ]
      })}
    </>
  )
}

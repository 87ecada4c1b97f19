import { Camera, CameraOff, Phone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTexts } from '#web/language.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import type { ContactsInList } from '../contract.ts'
import { listedTexts } from '../messages/listed.ts'

/**
 * Beside a name in a list: the age of a child, which one tap turns into its guardians, or the sign that there is a number,
 * which one tap turns into the number; and whether pictures are allowed.
 */
export function ListedFacts(props: {
  name: string
  age: number | null
  photos: boolean | null
  hasPhone: boolean
  /** What the dialog shows; drawn once it is open. */
  children: ReactNode
}) {
  const { name, age, photos, hasPhone } = props
  const t = useTexts(listedTexts)
  const [open, setOpen] = useState(false)
  return (
    <span className="ml-2 inline-flex items-center gap-1.5 align-middle text-sm font-normal text-muted">
      {age !== null && (
        <button
          type="button"
          aria-label={t.guardiansOf(name, age)}
          data-contacts
          onClick={() => setOpen(true)}
          className="group -my-2 flex min-h-control min-w-11 items-center justify-center"
        >
          <span className="rounded-full border border-line-strong px-2 py-0.5 group-hover:border-brand group-hover:bg-brand-soft">
            {t.years(age)}
          </span>
        </button>
      )}
      {age === null && hasPhone && (
        <button
          type="button"
          aria-label={t.phoneOf(name)}
          data-contacts
          onClick={() => setOpen(true)}
          className="group -my-1.5 grid size-11 place-items-center"
        >
          <span className="grid size-8 place-items-center rounded-full border border-line-strong group-hover:border-brand group-hover:bg-brand-soft">
            <Phone aria-hidden="true" className="size-4" />
          </span>
        </button>
      )}
      <PhotosIcon photos={photos} />
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={age === null ? t.phoneTitle(name) : t.title(name)}
          size="small"
        >
          {props.children}
        </Dialog>
      )}
    </span>
  )
}

export function PhotosIcon({ photos }: { photos: boolean | null }) {
  const t = useTexts(listedTexts)
  if (photos === null) return null
  const Icon = photos ? Camera : CameraOff
  return <Icon role="img" aria-label={photos ? t.photos : t.noPhotos} className="inline size-4 shrink-0 align-middle" />
}

/** Names and numbers; null where the one who looks may not see them. The age is that of a child. */
export function Contacts(props: { name: string; age: number | null; contacts: ContactsInList }) {
  const { name, age, contacts } = props
  const t = useTexts(listedTexts)
  if (contacts === null) return <p>{t.notYours}</p>
  const { phone, guardians } = contacts
  // a child's own number comes first, and a grown-up has no guardians
  const shown = [...(age === null || phone !== '' ? [{ name, phone }] : []), ...guardians]
  if (shown.length === 0) return <p>{t.none}</p>
  return (
    <ul className="flex flex-col gap-3">
      {shown.map(({ name, phone }) => (
        <li key={`${name} ${phone}`} className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-medium">{name}</span>
          {phone === '' ? (
            <span className="text-muted">{t.noPhone}</span>
          ) : (
            <OutsideLink href={`tel:${phone}`}>{phone}</OutsideLink>
          )}
        </li>
      ))}
    </ul>
  )
}

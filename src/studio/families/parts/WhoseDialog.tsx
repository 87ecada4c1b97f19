import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { FamilyPerson } from '../contract.ts'
import { forWhomTexts } from '../messages/forWhom.ts'

/** Asks which of several people is meant. */
export function WhoseDialog(props: {
  title: string
  people: readonly FamilyPerson[]
  onChoose: (person: FamilyPerson) => void
  onClose: () => void
}) {
  const t = useTexts(forWhomTexts)
  return (
    <Dialog open onClose={props.onClose} title={props.title} description={t.whose} size="small">
      <div className="flex flex-col gap-3">
        {props.people.map((person) => (
          <Button key={person.personId} wide onPress={() => props.onChoose(person)}>
            {person.displayName}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

import { useTexts } from '#web/language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { Dancer } from '../contract.ts'
import { forWhomTexts } from '../messages/forWhom.ts'

/** Asks which of several people is meant. */
export function WhoseDialog(props: {
  title: string
  dancers: readonly Dancer[]
  onChoose: (dancer: Dancer) => void
  onClose: () => void
}) {
  const t = useTexts(forWhomTexts)
  return (
    <Dialog open onClose={props.onClose} title={props.title} description={t.whose} size="small">
      <div className="flex flex-col gap-3">
        {props.dancers.map((dancer) => (
          <Button key={dancer.personId} wide onPress={() => props.onChoose(dancer)}>
            {dancer.displayName}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

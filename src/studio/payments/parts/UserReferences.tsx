import { useState } from 'react'
import { isReference, plainReference, spacedReference } from '#kernel/references.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { payments } from '../calls.ts'
import { deskTexts, referenceRefusals } from '../messages/desk.ts'

/** The reference numbers of a person's payer. */
export function UserReferences({ userId }: { userId: string }) {
  const t = useTexts(deskTexts)
  const [adding, setAdding] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <LiveAnswer query={payments.referencesOf} input={{ userId }} shape="text" count={1}>
        {(references) => (
          <dl className="flex flex-wrap items-center gap-x-3">
            <dt className="text-sm text-muted">{t.references(references.length)}</dt>
            {references.length === 0 && <dd className="text-sm">{t.noReference}</dd>}
            {references.map(({ reference, added }) => (
              <dd key={reference} className="font-semibold tabular-nums">
                <Cluster>
                  {spacedReference(reference)}
                  {added && <Badge>{t.referenceFromBefore}</Badge>}
                </Cluster>
              </dd>
            ))}
          </dl>
        )}
      </LiveAnswer>
      {/* its text is aligned with the lines above */}
      <div className="-ml-4">
        <Button size="small" variant="quiet" onPress={() => setAdding(true)}>
          {t.addReference}
        </Button>
      </div>
      {adding && <AddReference userId={userId} onClose={() => setAdding(false)} />}
    </div>
  )
}

function AddReference({ userId, onClose }: { userId: string; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const { run, pending } = useCommand(payments.addReference)
  const form = useForm({
    start: { reference: '' },
    check: ({ reference }) => ({
      reference: isReference(plainReference(reference)) ? undefined : 'referenceInvalid',
    }),
    send: ({ reference }) => run({ userId, reference }),
    explain: useRefusalText(referenceRefusals),
    onDone: () => {
      toast.success(t.referenceAdded)
      onClose()
    },
  })
  return (
    <FormDialog about={userId} {...{ form, pending, onClose }} size="small" title={t.addReference} submit={t.add}>
      <TextField label={t.references(1)} description={t.addReferenceHint} required {...form.field('reference')} />
    </FormDialog>
  )
}

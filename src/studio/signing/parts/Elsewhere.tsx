import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormActions } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { signing } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { ContinueElsewhere } from './ContinueElsewhere.tsx'

/** The provider's sign-in: linked, or to be linked by the current session. */
export function Elsewhere({ linked, hasPassword }: { linked: boolean; hasPassword: boolean }) {
  const { provider: t } = useTexts(texts)
  const explain = useRefusalText(refusals)
  const live = useLive(signing.provider, {})
  const { run, pending } = useCommand(signing.unlinkProvider)
  const name = live.state === 'ready' ? live.answer?.name : undefined
  if (name === undefined) return null

  async function unlink() {
    const outcome = await run({})
    if (outcome?.ok) toast.success(t.unlinked(hasPassword))
    else if (outcome) toast.problem(explain(outcome))
  }

  return (
    <Card>
      <h3 className="text-lg">{name}</h3>
      <p className="text-muted">{linked ? t.linked(name) : t.hint(name)}</p>
      <FormActions>
        {linked ? (
          <Button pending={pending} onPress={() => void unlink()}>
            {t.unlink}
          </Button>
        ) : (
          <ContinueElsewhere />
        )}
      </FormActions>
    </Card>
  )
}

import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { toast } from '#web/ui/toast.ts'
import { firstStepsTexts } from '../messages/firstSteps.ts'

/** What an admin of a new studio does first, one step after the other. `step` is the one that comes now. */
export function FirstSteps({ step }: { step: 'create' | 'schedule' | 'share' }) {
  const t = useTexts(firstStepsTexts)
  const address = `${useStudio().address}/classes`
  const steps: { name: typeof step; hint: ReactNode; action: ReactNode }[] = [
    {
      name: 'create',
      hint: t.createHint,
      action: (
        <LinkButton to="/admin/create-class" variant="primary">
          {t.create}
        </LinkButton>
      ),
    },
    {
      name: 'schedule',
      hint: t.scheduleHint,
      action: (
        <LinkButton to="/admin/add-to-schedule" variant="primary">
          {t.schedule}
        </LinkButton>
      ),
    },
    {
      name: 'share',
      hint: (
        <>
          {t.shareHint}
          <span className="block font-semibold wrap-anywhere text-ink select-all">{address}</span>
        </>
      ),
      action: (
        <Button
          variant="primary"
          icon={<Copy aria-hidden="true" className="size-5" />}
          onPress={() => copy(address, t.copied)}
        >
          {t.copy}
        </Button>
      ),
    },
  ]
  const now = steps.findIndex(({ name }) => name === step)
  return (
    <section aria-label={t.title} className="flex flex-col gap-4">
      <h2 className="text-xl">{t.title}</h2>
      <ol className="grid gap-3 md:grid-cols-3">
        {steps.map(({ name, hint, action }, index) => (
          <li
            key={name}
            aria-current={index === now ? 'step' : undefined}
            className={classes(
              'flex flex-col items-start gap-2 rounded-card border p-4',
              index === now ? 'border-brand bg-surface shadow-card' : 'border-line bg-surface/60',
            )}
          >
            <h3 className="flex items-center gap-2.5 text-base">
              <span
                className={classes(
                  'grid size-7 shrink-0 place-items-center rounded-full text-sm font-bold',
                  index < now
                    ? 'bg-good-soft text-good'
                    : index === now
                      ? 'bg-brand text-on-brand'
                      : 'bg-sunken text-muted',
                )}
              >
                {index < now ? <Check role="img" aria-label={t.done} className="size-4" /> : index + 1}
              </span>
              {t[name]}
            </h3>
            <p className="text-sm text-muted">{hint}</p>
            {index === now && <div className="mt-auto pt-1">{action}</div>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function copy(address: string, copied: string): void {
  // a page without TLS has no clipboard; the address can be marked with one click as well
  void navigator.clipboard?.writeText(address).then(() => toast.success(copied))
}

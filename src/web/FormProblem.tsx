import { useRef } from 'react'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import type { FormState } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

/**
 * Shows what is wrong with the form as a whole; after a conflicting save by another person, asks whose values to keep.
 */
export function FormProblem({ form }: { form: Pick<FormState<object>, 'problem' | 'clash'> }) {
  const { problem, clash } = form
  const t = useTexts(words)
  const box = useRef<HTMLDivElement>(null)
  const andFocusSubmit = (decide: () => void) => () => {
    // the pressed button disappears together with the question
    box.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus()
    decide()
  }
  if (problem === null) return null
  return (
    <div ref={box}>
      <Alert kind="problem">
        {problem}
        {clash && (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="small" onPress={andFocusSubmit(clash.takeNewer)}>
              {t.takeNewer}
            </Button>
            <Button size="small" onPress={andFocusSubmit(clash.keepTyped)}>
              {t.keepTyped}
            </Button>
          </div>
        )}
      </Alert>
    </div>
  )
}

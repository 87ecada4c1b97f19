import { useState } from 'react'
import { deskTexts } from '#studio/accounts/messages/desk.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { merging } from '../calls.ts'
import { texts } from '../messages.ts'

/** More would push the list of users off the screen. */
const MOST_UNFOLDED = 3

/** Likely duplicates, each with a link to the page where they can be merged; renders nothing if there are none. */
export function LikelyTwice() {
  const t = useTexts(texts)
  const desk = useTexts(deskTexts)
  const { dateOfYear } = useFormats()
  const live = useLive(merging.twice, {})
  const [unfolded, setUnfolded] = useState(false)
  if (live.state !== 'ready' || live.answer.total === 0) return null
  const { total, people } = live.answer
  const folds = total > MOST_UNFOLDED
  const shown = unfolded || !folds
  return (
    <Alert
      kind="info"
      title={t.likelyTwice(total)}
      action={
        folds && (
          <Button size="small" aria-expanded={shown} onPress={() => setUnfolded(!unfolded)}>
            {shown ? t.hide : t.show}
          </Button>
        )
      }
    >
      {shown && (
        <>
          <p>{t.likelyHint}</p>
          <ul aria-label={t.likelyTwice(total)} className="flex flex-col gap-x-6 sm:flex-row sm:flex-wrap">
            {people.map((one) => (
              <li key={one.userId}>
                <TextLink to="/admin/users/$id" params={{ id: one.userId }}>
                  {fullName(one)}
                </TextLink>
                {` · ${desk.bornOn(dateOfYear(one.dob))} · ${t.records(one.records)}`}
              </li>
            ))}
          </ul>
          {total > people.length && <p>{t.moreTwice(total - people.length)}</p>}
        </>
      )}
    </Alert>
  )
}

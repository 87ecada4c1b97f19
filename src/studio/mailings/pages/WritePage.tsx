import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { newId } from '#kernel/ids.ts'
import { useCommand } from '#web/commands.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { LeaveQuestion } from '#web/LeaveQuestion.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useForm } from '#web/useForm.ts'
import { mailings } from '../calls.ts'
import type { ToWrite } from '../contract.ts'
import { fieldCodes, refusals, texts } from '../messages.ts'
import { useAudience } from '../parts/useAudience.ts'
import { checkMessage, isOptional, MOST_TEXT, type Audience } from '../rules.ts'
import { LetterPreview } from './LetterPreview.tsx'

/** Writes a message to everybody in a class, a course, a category or a list, with a preview. */
export function WritePage() {
  const t = useTexts(texts)
  const { to, id = '' } = useSearch({ from: '/admin/write' })
  if (to === undefined) return <Gone />
  const audience: Audience = { kind: to, id }
  return (
    <LiveAnswer query={mailings.toWrite} input={{ audience }} steady shape="text" failed={t.loadFailed}>
      {(found) => (found ? <Write key={`${to} ${id}`} audience={audience} found={found} /> : <Gone />)}
    </LiveAnswer>
  )
}

function Gone() {
  const t = useTexts(texts)
  return (
    <Page width="narrow">
      <PageHeader title={t.gone} />
      <EmptyState text={t.goneHint} action={<LinkButton to="/admin/messages">{t.messages}</LinkButton>} />
    </Page>
  )
}

function Write({ audience, found }: { audience: Audience; found: ToWrite }) {
  const t = useTexts(texts)
  const inWords = useAudience()
  const navigate = useNavigate()
  const { run, pending } = useCommand(mailings.send)
  const [id] = useState(newId)
  const { accounts } = found
  const explain = useRefusalText(refusals, fieldCodes)
  const form = useForm({
    start: { subject: '', text: '' },
    check: checkMessage,
    send: (typed) => run({ id, audience, ...typed, accounts }),
    explain,
    incomplete: t.fillFirst,
    onDone: () => {
      // it is sent, but the form still counts as unsaved
      void navigate({ to: '/admin/message/$id', params: { id }, ignoreBlocker: true })
    },
  })
  return (
    <Page>
      <PageHeader title={t.writeTo(accounts)} subtitle={inWords(found)} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Card>
          <Reach found={found} />
          <Form about={`${audience.kind} ${audience.id}`} {...form.props} pending={pending} label={t.write}>
            <TextField {...form.field('subject')} label={t.subject} />
            <TextArea
              {...form.field('text')}
              label={t.text}
              description={t.textHint}
              rows={8}
              showCountOf={MOST_TEXT}
            />
            <Later found={found} />
            <FormProblem form={form} />
            <LeaveQuestion unsaved={form.unsaved} what={t.writeTo(accounts)} />
            <FormActions>
              <Button
                type="submit"
                variant="primary"
                pending={pending}
                whyDisabled={accounts === 0 ? explain({ code: 'nobodyToWrite' }) : undefined}
              >
                {pending ? t.sending : t.sendTo(accounts)}
              </Button>
            </FormActions>
          </Form>
        </Card>
        <LetterPreview audience={audience} about={inWords(found)} message={form.fields} />
      </div>
    </Page>
  )
}

/** Who gets the message, and who does not. */
function Reach({ found }: { found: ToWrite }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { kind, people, accounts, unreachable, someUnreachable, unverified, declined } = found
  const names = someUnreachable.map(({ name }) => name).join(', ')
  const more = unreachable - someUnreachable.length
  const left = [
    unreachable > 0 && t.unreachable(more > 0 ? t.andMore(names, more) : names, unreachable),
    declined > 0 && t.declined(declined),
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-1 pb-1 text-sm">
      <p>{`${t.audiences[kind]}: ${accounts === 0 ? explain({ code: 'nobodyToWrite' }) : t.reach(people, accounts)}`}</p>
      {unverified > 0 && <Unverified found={found} />}
      {left.length > 0 && <p className="text-muted">{left.join(' ')}</p>}
    </div>
  )
}

/** The page of each is where an admin sends the letter again by which the address is verified. */
function Unverified({ found: { unverified, someUnverified } }: { found: ToWrite }) {
  const t = useTexts(texts)
  const more = unverified - someUnverified.length
  return (
    <p className="text-muted">
      {t.notReached}{' '}
      {someUnverified.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <TextLink to="/admin/users/$id" params={{ id }}>
            {name}
          </TextLink>
        </Fragment>
      ))}
      {more > 0 && t.more(more)}. {t.unverified}
    </p>
  )
}

/** Explains beside the button what happens after sending. */
function Later({ found: { kind, soon } }: { found: ToWrite }) {
  const t = useTexts(texts)
  const later = kind === 'people' || isOptional({ kind }) ? t.optional : t.laterToo[kind]
  return <p className="text-sm text-muted">{`${later} ${soon ? t.goOut.soon : t.goOut.later}`}</p>
}

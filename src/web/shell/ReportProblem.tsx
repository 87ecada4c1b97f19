import { useMatches } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { buttonLook } from '#web/ui/buttonLook.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import { reportTexts } from './messages.ts'
import { mailtoLink } from './report.ts'
import { ReportGuide } from './ReportGuide.tsx'

/** How to report a problem. */
export function ReportProblem({ onClose }: { onClose: () => void }) {
  const texts = useTexts(reportTexts)
  const { close } = useTexts(words)
  const studio = useStudio()
  const link = useReportLink()
  const { steps } = texts
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={texts.intro}
      footer={
        <>
          <a href={link} className={buttonLook({ variant: 'primary' })}>
            {steps.email}
          </a>
          <Button variant="quiet" onPress={onClose}>
            {close}
          </Button>
        </>
      }
    >
      <ReportGuide label={texts.guide} />
      <ol className="mt-5 flex flex-col gap-4">
        <Step number={1} title={steps.screenshot} hint={steps.screenshotHint} />
        <Step number={2} title={steps.describe} hint={steps.describeHint} />
        <Step number={3} title={steps.email} hint={steps.emailHint}>
          <OutsideLink href={link}>{studio.supportEmail}</OutsideLink>
        </Step>
      </ol>
      <p className="mt-5 flex items-start gap-3 rounded-2xl bg-brand-soft px-4 py-3 font-semibold text-brand">
        <Heart aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {texts.thanks}
      </p>
    </Dialog>
  )
}

function Step(props: { number: number; title: string; hint: string; children?: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-brand font-display font-bold text-on-brand"
      >
        {props.number}
      </span>
      <div className="min-w-0">
        <p className="pt-1 font-semibold">{props.title}</p>
        <p className="text-sm text-muted">{props.hint}</p>
        {props.children}
      </div>
    </li>
  )
}

function useReportLink(): string {
  const texts = useTexts(reportTexts)
  const studio = useStudio()
  const formats = useFormats()
  const now = useNow()
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const time = formats.stamp(now)
  return mailtoLink({
    to: studio.supportEmail,
    subject: texts.subject(studio.name),
    body: texts.body({ route, time, version: studio.version }),
  })
}

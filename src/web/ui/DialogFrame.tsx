import { X } from 'lucide-react'
import { useEffect, useId, type ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { DIALOG_OPENS, sheet, veil } from './dialogLook.ts'
import { toast } from './toast.ts'
import { useBackCloses } from './useBackCloses.ts'
import { HandBack } from './useHandOver.ts'
import { useLocale, useUiTexts } from './UiProvider.tsx'
import { WholeWords } from './WholeWords.tsx'

export type DialogProps = {
  open: boolean
  /** Called for the close button, and for Esc and Back where there is no `onDismiss`. */
  onClose: () => void
  /** Called instead for Esc and Back, which are easily pressed by mistake. */
  onDismiss?: (() => void) | undefined
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons that stay in sight while the content scrolls. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** An action is running: the dialog can't be closed. */
  pending?: boolean
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }

/** What `Dialog` shows; the part that uses React Aria, in a file that is loaded later. */
export function DialogFrame(props: DialogProps) {
  const { size = 'medium', pending = false, onDismiss = props.onClose } = props
  const texts = useUiTexts()
  const descriptionId = useId()
  const locale = useLocale()
  useBackCloses(props.open, pending, onDismiss)
  // a toast may be outdated, and it would cover the buttons
  useEffect(() => {
    if (!props.open) return
    toast.clear()
    window.dispatchEvent(new Event(DIALOG_OPENS))
  }, [props.open])
  return (
    <I18nProvider locale={locale}>
      <ModalOverlay
        isOpen={props.open}
        onOpenChange={(open) => !open && onDismiss()}
        isKeyboardDismissDisabled={pending}
        className={classes(veil, 'h-(--visual-viewport-height)')}
      >
        <Modal
          className={classes(
            sheet,
            'flex max-h-[94%] animate-rise flex-col overflow-hidden sm:max-h-full',
            widths[size],
          )}
        >
          <HandBack />
          <AriaDialog
            aria-describedby={props.description ? descriptionId : undefined}
            className="flex min-h-0 flex-col outline-none low:scroll-py-10 low:overflow-y-auto"
          >
            <div className="flex items-start gap-3 px-5 pt-5 pb-3 sm:px-7 sm:pt-6">
              <div className="min-w-0 flex-1">
                <Heading slot="title" level={2} className="text-xl max-[16rem]:text-lg">
                  <WholeWords text={props.title} />
                </Heading>
                {props.description && (
                  <p id={descriptionId} className="mt-1 text-muted">
                    {props.description}
                  </p>
                )}
              </div>
              <span className="-mt-1.5 -mr-2">
                <IconButton
                  label={texts.close}
                  icon={<X aria-hidden="true" className="size-5" />}
                  onPress={props.onClose}
                  disabled={pending}
                />
              </span>
            </div>
            {props.children && (
              // a focused field scrolls into view together with its label and error
              <div
                ref={reachedByKeys}
                data-dialog-content
                className="min-h-0 flex-1 scroll-py-10 sm:scroll-pb-28 overflow-y-auto low:min-h-auto low:flex-none low:overflow-visible px-5 pt-1 pb-5 sm:px-7 sm:pb-6"
              >
                {props.children}
              </div>
            )}
            {props.footer && (
              <div className="flex flex-col gap-3 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] *:w-full sm:flex-row-reverse sm:px-7 sm:*:w-auto">
                {props.footer}
              </div>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}

/** Makes text that overflows focusable when nothing in it is, so that it can be scrolled by keyboard. */
function reachedByKeys(content: HTMLElement | null) {
  if (!content) return
  const look = () => {
    const scrolls = content.scrollHeight > content.clientHeight
    const stops = content.querySelector('a[href], button, input, select, textarea, [tabindex]')
    if (scrolls && !stops) content.tabIndex = 0
    else content.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(look)
  for (const part of [content, ...content.children]) sizes.observe(part)
  look()
  return () => sizes.disconnect()
}

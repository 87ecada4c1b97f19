import { nameIn } from '#studio/accounts/rules.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { settings } from '../calls.ts'
import type { CategoryForm } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { checkCategory, type CategoryKind } from '../rules.ts'

const empty: CategoryForm = { name: '', nameEt: '', marked: false, monthlyPrice: null }

/** Adds or edits a category; `saved` is the current state of the edited one on the server. */
export function CategoryDialog(props: {
  kind: CategoryKind
  editing?: { id: string; form: CategoryForm; saved: CategoryForm }
  onClose: () => void
}) {
  const { kind, editing, onClose } = props
  const t = useTexts(texts)
  const { features } = useStudio()
  const { language } = useLanguage()
  const add = useCommand(settings.addCategory)
  const edit = useCommand(settings.editCategory)
  const form = useForm<CategoryForm>({
    start: editing?.form ?? empty,
    ...(editing && { saved: editing.saved }),
    check: checkCategory,
    send: (typed, before) =>
      editing ? edit.run({ kind, id: editing.id, ...typed, before }) : add.run({ kind, ...typed }),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.saved)
      onClose()
    },
  })
  const { name, value, onChange } = form.field('marked')
  return (
    <FormDialog
      about={editing?.id ?? kind}
      {...{ form, onClose }}
      size="small"
      pending={add.pending || edit.pending}
      title={editing ? t.editCategory(nameIn(language, editing.form)) : t.addCategory[kind]}
      submit={editing ? t.save : t.add}
    >
      <TextField label={t.categoryName} required autoComplete="off" {...form.field('name')} />
      <TextField
        label={t.categoryNameEt}
        autoComplete="off"
        description={t.categoryNameEtHint}
        {...form.field('nameEt')}
      />
      {kind === 'membership' && features.includes('monthlyFees') && (
        <MoneyField label={t.monthlyPrice} description={t.monthlyPriceHint} {...form.field('monthlyPrice')} />
      )}
      <CheckboxField
        label={t.marked[kind]}
        description={t.markedHint[kind]}
        name={name}
        checked={value}
        onChange={onChange}
      />
    </FormDialog>
  )
}

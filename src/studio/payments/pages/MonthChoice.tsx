import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { deskTexts } from '../messages/desk.ts'

const YEARS_BACK = 5
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Chooses the month of the confirmed payments: "2026-11". */
export function MonthChoice(props: { month: string; today: string; onChange: (month: string) => void }) {
  const t = useTexts(deskTexts)
  const { monthOfYear } = useFormats()
  const [year = '', month = ''] = props.month.split('-')
  const thisYear = Number(props.today.slice(0, 4))
  const years = new Set([year, ...Array.from({ length: YEARS_BACK + 1 }, (_, index) => String(thisYear - index))])
  // only the month's name: the year is shown beside it
  const nameOf = (number: string) => monthOfYear(`${year}-${number}`).replace(/\s*\d+\s*/, '')
  return (
    <div className="grid grid-cols-[3fr_2fr] items-end gap-3 sm:flex">
      <SelectField
        inline
        label={t.month}
        value={month}
        options={months.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(value) => props.onChange(`${year}-${value}`)}
      />
      <SelectField
        inline
        label={t.year}
        value={year}
        options={[...years].toSorted((a, b) => b.localeCompare(a)).map((value) => ({ value, label: value }))}
        onChange={(value) => props.onChange(`${value}-${month}`)}
      />
    </div>
  )
}

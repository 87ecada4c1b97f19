import { csvMoney } from '#kernel/csv.ts'
import { itemText } from '#studio/payments/rules.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { bank } from '../calls.ts'
import type { ShownLine } from '../contract.ts'
import { texts } from '../messages.ts'
import { toldOf } from '../messages/deeds.ts'
import type { ListName } from '../rules.ts'

type Row = Pick<ShownLine, 'settles' | 'look' | 'decided' | 'undone'>

/** Exports the list on screen as a file, each line with what it did and why. */
export function ExportLines(input: { list: ListName; search: string }) {
  const t = useTexts(texts)
  const { columns } = t
  const { language } = useLanguage()
  const formats = useFormats()
  const paidBy = ({ settles, decided }: Row) => settles ?? decided?.did
  const whatHappened = ({ settles, look, decided, undone }: Row) => {
    const deeds = [...undone, ...(decided ? [decided] : [])].map((deed) => toldOf(deed, language, formats))
    const waits = settles ? [t.ways[settles.way]] : look ? [t.why[look.why]] : []
    return [...deeds, ...waits].join(' ')
  }
  return (
    <ExportButton
      fileName={t.exportName}
      procedure={bank.linesForExport}
      input={input}
      of={(answer) => answer}
      table={({ rows }) => [
        [
          columns.date,
          columns.amount,
          columns.currency,
          columns.name,
          columns.iban,
          columns.reference,
          columns.text,
          t.whatHappened,
          t.paidFor,
          t.credit,
        ],
        ...rows.map(({ day, cents, currency, name, iban, reference, text, kind, ...line }) => [
          day,
          csvMoney(kind === 'returned' ? -cents : cents),
          currency,
          name,
          iban,
          reference,
          text,
          whatHappened(line),
          paidBy(line)
            ?.shares.map((one) => t.pays(itemText(one, formats.dayOfYear), one.person, one.cents))
            .join('; ') ?? null,
          csvMoney(paidBy(line)?.credit ?? null),
        ]),
      ]}
    />
  )
}

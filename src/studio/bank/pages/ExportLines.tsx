import { csvMoney } from '#kernel/csv.ts'
import { useTexts } from '#web/language.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { bank } from '../calls.ts'
import { texts } from '../messages.ts'
import type { ListName } from '../rules.ts'

/** The list that is on screen as a file, each line with what it did and why. */
export function ExportLines(input: { list: ListName; search: string }) {
  const t = useTexts(texts)
  const { columns } = t
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
          t.list,
          t.paidFor,
          t.credit,
        ],
        ...rows.map(({ day, cents, currency, name, iban, reference, text, kind, settles, look, decided }) => [
          day,
          csvMoney(kind === 'returned' ? -cents : cents),
          currency,
          name,
          iban,
          reference,
          text,
          settles ? t.ways[settles.way] : look ? t.why[look.why] : t.ignoredFor(decided?.reason ?? ''),
          settles ? settles.shares.map((one) => t.pays(one.description, one.person, one.cents)).join('; ') : null,
          csvMoney(settles?.credit ?? null),
        ]),
      ]}
    />
  )
}

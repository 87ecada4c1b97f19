import { Fragment, useId } from 'react'
import { classes } from './classes.ts'
import { Dotted } from './Dotted.tsx'
import { rowHeaderOf, type DataTableProps, type Sort } from './table.ts'
import { ShortRow } from './RowActions.tsx'
import { AllRowsCheck, RowCheck } from './RowCheck.tsx'
import { SelectField } from './SelectField.tsx'
import { useUiTexts } from './UiProvider.tsx'
import { WholeWords } from './WholeWords.tsx'

/** The rows of a table as cards, for a phone or a tablet; each card is named by its row header. */
export function RowCards<Row, Id extends string>(props: DataTableProps<Row, Id>) {
  const { columns } = props
  const id = useId()
  const title = rowHeaderOf(columns)
  const facts = columns.filter((column) => column !== title && !column.actions && !column.hideOnPhone)
  const actions = columns.filter((column) => column.actions)
  // a single card has the full width, so its facts are in two columns
  const alone = props.rows.length === 1
  return (
    <div className="flex flex-col gap-3">
      {props.showCaption && <p className="font-display text-lg font-bold">{props.caption}</p>}
      {props.onSort && <SortSelect {...props} onSort={props.onSort} />}
      {props.choice && (
        <div className="flex items-center gap-3 pl-4 text-sm text-muted">
          <AllRowsCheck choice={props.choice} rows={props.rows} />
          <span aria-hidden="true">{props.choice.all.label}</span>
        </div>
      )}
      {props.card ? (
        <ShortRows {...props} card={props.card} />
      ) : (
        <ul aria-label={props.caption} className={classes('grid grid-cols-1 gap-3', !alone && 'sm:grid-cols-2')}>
          {props.rows.map((row, index) => {
            const more = props.detail?.(row)
            return (
              <li
                key={props.rowKey(row)}
                aria-labelledby={`${id}-${index}`}
                className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
              >
                <div className="flex items-center gap-3">
                  {props.choice && <RowCheck choice={props.choice} row={row} />}
                  <div id={`${id}-${index}`} className="min-w-0 text-base font-semibold">
                    <WholeWords text={title?.cell(row)} />
                  </div>
                </div>
                {facts.length > 0 && (
                  <dl className={classes('grid grid-cols-1 gap-x-8 gap-y-1.5 text-sm', alone && 'sm:grid-cols-2')}>
                    {facts.map((column) => (
                      <div
                        key={column.id}
                        className={column.long ? 'col-span-full' : 'flex items-baseline justify-between gap-4'}
                      >
                        <dt className={classes('hyphens-auto text-muted', !column.long && 'max-w-1/2 shrink-0')}>
                          {column.header}
                        </dt>
                        <dd
                          className={classes(
                            'min-w-0',
                            !column.long && 'text-right',
                            column.align === 'end' && 'tabular-nums',
                          )}
                        >
                          {column.cell(row)}
                        </dd>
                      </div>
                    ))}
                  </dl>
                )}
                {actions.map((column) => (
                  <div key={column.id} className="flex flex-wrap items-center gap-2">
                    {column.cell(row)}
                  </div>
                ))}
                {more}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/**
 * Reserves the place of a second button that other rows have, for example for a receipt, so that the amounts line up.
 */
const besideMore =
  'group-has-[[data-actions]>button+button]/rows:group-not-has-[[data-actions]>button+button]/row:mr-11.5'

/** One or two lines per row in a common frame, so that many rows are visible at once. */
function ShortRows<Row, Id extends string>(
  props: DataTableProps<Row, Id> & { card: NonNullable<DataTableProps<Row, Id>['card']> },
) {
  const id = useId()
  const title = rowHeaderOf(props.columns)
  const actions = props.columns.filter((column) => column.actions)
  return (
    <ul
      aria-label={props.caption}
      className="group/rows divide-y divide-line rounded-card border border-line bg-surface px-4 shadow-card"
    >
      {props.rows.map((row, index) => {
        const { line, aside, long, above } = props.card(row)
        const more = actions.length > 0 && (
          <div data-actions className={classes('-mr-3 shrink-0', long && '-my-3 self-start')}>
            <ShortRow value>
              {actions.map((column) => (
                <Fragment key={column.id}>{column.cell(row)}</Fragment>
              ))}
            </ShortRow>
          </div>
        )
        return (
          <li key={props.rowKey(row)} aria-labelledby={`${id}-${index}`} className="group/row flex flex-col py-2.5">
            {above}
            <div className="flex min-h-9 items-center gap-3 max-[18rem]:flex-wrap">
              {props.choice && <RowCheck choice={props.choice} row={row} />}
              <div className="min-w-0 grow max-[18rem]:basis-full">
                <div className="flex gap-3">
                  {/* a long name wraps beside an amount; where no room is left, the amount wraps below */}
                  <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-1">
                    <div
                      id={`${id}-${index}`}
                      className="min-w-0 grow basis-24 text-base leading-snug font-semibold break-words"
                    >
                      <WholeWords text={title?.cell(row)} />
                    </div>
                    {long && aside && (
                      <div
                        className={classes(
                          'ml-auto flex max-w-full shrink-0 items-baseline justify-end gap-2 text-right text-sm',
                          besideMore,
                        )}
                      >
                        {aside}
                      </div>
                    )}
                  </div>
                  {long && more}
                </div>
                {line && (
                  <div className="text-sm text-muted">
                    <Dotted>{line}</Dotted>
                  </div>
                )}
              </div>
              {!long && aside && (
                <div className="flex max-w-1/2 shrink-0 flex-col items-end gap-1 text-right text-sm">{aside}</div>
              )}
              {!long && more}
            </div>
            {props.detail?.(row)}
          </li>
        )
      })}
    </ul>
  )
}

function SortSelect<Row, Id extends string>(props: DataTableProps<Row, Id> & { onSort: (sort: Sort<Id>) => void }) {
  const texts = useUiTexts()
  const choices = props.columns.flatMap(({ id, header, sortable }) =>
    sortable
      ? (['ascending', 'descending'] as const).map((direction) => ({
          value: `${id} ${direction}`,
          label: `${header}: ${sortable[direction]}`,
          sort: { column: id, direction },
        }))
      : [],
  )
  if (choices.length === 0) return null
  return (
    <SelectField
      inline
      label={texts.sortBy}
      value={props.sort ? `${props.sort.column} ${props.sort.direction}` : ''}
      placeholder={props.sort ? undefined : ''}
      options={choices}
      onChange={(value) => {
        const chosen = choices.find((choice) => choice.value === value)
        if (chosen) props.onSort(chosen.sort)
      }}
    />
  )
}

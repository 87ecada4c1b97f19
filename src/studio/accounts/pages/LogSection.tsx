import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { centsFrom, type Cents } from '#kernel/money.ts'
import { texts } from '#studio/logs/messages.ts'
import { lineIn, LOG_LINES_LOOKED_THROUGH, peopleFacts, type Channel, type Level } from '#studio/logs/rules.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { CopyCode } from '#web/ui/CopyCode.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { LinkButton, NameLink } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import type { Tone } from '#web/ui/tones.ts'
import { accounts } from '../calls.ts'
import type { LoggedLine, LoggedPerson } from '../contract.ts'

const tones: Readonly<Record<Level, Tone>> = { info: 'neutral', warning: 'warning', error: 'danger' }

/** One live table: its newest lines, or those before the line in the address. */
export function LogSection({ channel }: { channel: Channel }) {
  const t = useTexts(texts)
  const { search = '', [channel]: before = null } = useSearch({ from: '/admin/logs' })
  const columns = useColumns(channel)
  const section = t.channels[channel]
  return (
    <Section
      title={section}
      actions={
        <WithRows query={accounts.logs} input={{ channel, search, before }} any={({ lines }) => lines.length > 0}>
          <ExportList
            inParts
            fileName={t.exportName(channel)}
            query={accounts.logsForExport}
            // a search scans as far as the screen does; without a search the file has all lines
            input={{ channel, search, before: search.trim() === '' ? null : before }}
            columns={columns}
            cut={({ older }) => older !== null && t.exportCut(LOG_LINES_LOOKED_THROUGH)}
          />
        </WithRows>
      }
    >
      <LiveAnswer query={accounts.logs} input={{ channel, search, before }} steady failed={t.loadFailed}>
        {({ lines, people, older }) => (
          <>
            <Lines
              channel={channel}
              lines={lines}
              people={people}
              empty={<EmptyState text={older === null ? t.none : t.noneYet(LOG_LINES_LOOKED_THROUGH)} small />}
            />
            {(older !== null || before !== null) && (
              <nav aria-label={t.pagesOf(section)} className="flex flex-wrap gap-3">
                {before !== null && (
                  <LinkButton to="/admin/logs" search={(all) => ({ ...all, [channel]: undefined })} resetScroll={false}>
                    {t.newest}
                  </LinkButton>
                )}
                {older !== null && (
                  <LinkButton to="/admin/logs" search={(all) => ({ ...all, [channel]: older })} resetScroll={false}>
                    {t.older}
                  </LinkButton>
                )}
              </nav>
            )}
          </>
        )}
      </LiveAnswer>
    </Section>
  )
}

type People = ReadonlyMap<string, LoggedPerson>

const NOBODY: People = new Map()

function Lines(props: {
  channel: Channel
  lines: readonly LoggedLine[]
  people: readonly LoggedPerson[]
  empty: ReactNode
}) {
  const t = useTexts(texts)
  const people = new Map(props.people.map((person) => [person.id, person]))
  return (
    <DataTable
      manyColumns
      caption={t.table(t.channels[props.channel])}
      columns={useColumns(props.channel, people)}
      card={useCard(people)}
      rows={props.lines}
      rowKey={(line) => String(line.id)}
      empty={props.empty}
    />
  )
}

/** Whether a line is about the person who acted, who stands beside it already. */
const isAboutActor = ({ userId, metadata }: LoggedLine, people: People): boolean =>
  userId !== null && people.get(String(metadata?.['user']))?.personId === userId

/** Card on a phone: time, author and whom it is about; the level only if it is unusual. */
function useCard(people: People) {
  const t = useTexts(texts)
  const { stamp } = useFormats()
  const whoOf = useWho()
  const aboutOf = (line: LoggedLine) => {
    const about = people.get(String(line.metadata?.['user']))
    return about && !isAboutActor(line, people) && about.name !== '' && t.about(about.name)
  }
  return (line: LoggedLine) => ({
    line: [stamp(line.createdAt), whoOf(line), aboutOf(line)].filter(Boolean),
    aside: line.level !== 'info' && <Badge tone={tones[line.level]}>{t.levels[line.level]}</Badge>,
  })
}

function useWho() {
  const { unknown, deletedUser } = useTexts(words)
  return ({ userId, userName }: LoggedLine) =>
    userId === null ? unknown : userName === '' ? deletedUser : (userName ?? unknown)
}

type ColumnId = 'service' | 'level' | 'message' | 'createdAt' | 'user' | 'metadata'

/** The file has ids, which stay what they are when somebody gets another name, so it needs no people. */
function useColumns(channel: Channel, people: People = NOBODY): Column<LoggedLine, ColumnId>[] {
  const t = useTexts(texts)
  const { stamp, moment } = useFormats()
  const { language } = useLanguage()
  const whoOf = useWho()
  return [
    {
      id: 'service',
      header: t.service,
      width: 'w-42',
      hideOnPhone: true,
      cell: () => t.channels[channel],
      csv: () => t.channels[channel],
    },
    {
      id: 'level',
      header: t.level,
      width: 'w-28',
      csv: ({ level }) => t.levels[level],
      cell: ({ level }) => <Badge tone={tones[level]}>{t.levels[level]}</Badge>,
    },
    {
      id: 'message',
      header: t.message,
      width: 'w-auto',
      rowHeader: true,
      csv: (line) => [lineIn(language, line).text, ...(line.count > 1 ? [`× ${line.count}`] : [])].join(' '),
      cell: (line) => (
        <>
          <Said line={line} />
          {line.count > 1 && <span className="font-semibold whitespace-nowrap"> × {line.count}</span>}
        </>
      ),
    },
    {
      id: 'createdAt',
      header: t.createdAt,
      width: 'w-34 xl:w-44',
      csv: ({ createdAt, lastAt }) =>
        [moment(createdAt), lastAt !== null && t.lastAt(moment(lastAt))].filter(Boolean).join(' · '),
      cell: ({ createdAt, lastAt }) => (
        <>
          {stamp(createdAt)}
          {lastAt !== null && <span className="block text-xs text-muted">{t.lastAt(stamp(lastAt))}</span>}
        </>
      ),
    },
    {
      id: 'user',
      header: t.user,
      width: 'w-36 xl:w-52',
      long: true,
      csv: (line) => [whoOf(line), line.userId].filter(Boolean).join(' · '),
      cell: (line) => <Who line={line} />,
    },
    {
      id: 'metadata',
      header: t.metadata,
      width: 'w-40 xl:w-72',
      long: true,
      csv: ({ metadata }) => metadata && JSON.stringify(metadata),
      cell: (line) => <Metadata channel={channel} line={line} people={people} />,
    },
  ]
}

function Who({ line }: { line: LoggedLine }) {
  const whoOf = useWho()
  return (
    <>
      {whoOf(line)}
      {line.userId !== null && (
        <span className="-my-3 block">
          <CopyCode value={line.userId} />
        </span>
      )}
    </>
  )
}

function Said({ line }: { line: LoggedLine }) {
  const said = lineIn(useLanguage().language, line)
  return <span lang={said.language}>{said.text}</span>
}

/** An instant as JSON has it, which is not the studio's time. */
const isInstant = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

/** A sum as log lines have it, in English; null if it is none. */
const sumIn = (value: string): Cents | null => (value.endsWith('€') ? centsFrom(value.slice(0, -1)) : null)

const isId = (name: string) => peopleFacts.has(name) || name === 'id' || name.endsWith('Id')

/** Metadata of a line: ids link to their pages or can be copied; for course logs the course's id comes first. */
function Metadata({ channel, line, people }: { channel: Channel; line: LoggedLine; people: People }) {
  const t = useTexts(texts)
  if (line.metadata === null) return null
  const { courseId, ...rest } = line.metadata
  const facts: readonly [string, unknown][] = [
    ...(courseId === undefined ? [] : [['courseId', courseId] as const]),
    ...Object.entries(rest).filter(([name]) => name !== 'user' || !isAboutActor(line, people)),
  ].map(([name, value]) => [name, value])
  const known: Readonly<Record<string, string>> = t.facts
  const nameOf = (name: string) => (name === 'courseId' && channel === 'courses' ? t.courseId : (known[name] ?? name))
  return (
    <span className="text-xs">
      {facts.map(([name, value]) => (
        <span key={name} className="mr-3 inline-flex max-w-full flex-wrap items-center gap-x-1 break-all">
          <span className="text-muted" {...(!(name in known) && { lang: 'en' })}>
            {nameOf(name)}:
          </span>
          <Value name={name} value={value} people={people} />
        </span>
      ))}
    </span>
  )
}

function Value({ name, value, people }: { name: string; value: unknown; people: People }) {
  const t = useTexts(texts)
  const { moment, euros } = useFormats()
  if (typeof value !== 'string') return <span lang="en">{JSON.stringify(value)}</span>
  if (isInstant(value)) return moment(Date.parse(value))
  const sum = sumIn(value)
  if (sum !== null) return euros(sum)
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = { to: t.readers, kind: t.kinds }
  const inWords = values[name]?.[value]
  if (inWords !== undefined) return inWords
  if (!isId(name)) return value
  const params = { id: value }
  return (
    <>
      {peopleFacts.has(name) && <PersonLink person={people.get(value)} />}
      <span className="-my-2">
        <CopyCode value={value} />
      </span>
      {name === 'courseId' && (
        <NameLink to="/course/$id" params={params}>
          {t.seeCourse}
        </NameLink>
      )}
      {name === 'scheduleId' && (
        <NameLink to="/class/$id" params={params}>
          {t.seeClass}
        </NameLink>
      )}
    </>
  )
}

function PersonLink({ person }: { person: LoggedPerson | undefined }) {
  const { deletedUser } = useTexts(words)
  if (person === undefined || person.name === '') return <>{deletedUser}</>
  return (
    <NameLink to="/admin/users/$id" params={{ id: person.personId }}>
      {person.name}
    </NameLink>
  )
}

import { useSearch } from '@tanstack/react-router'
import { texts } from '#studio/logs/messages.ts'
import type { Channel, Level } from '#studio/logs/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import type { Tone } from '#web/ui/tones.ts'
import { accounts } from '../calls.ts'
import type { LoggedLine } from '../contract.ts'

const tones: Readonly<Record<Level, Tone>> = { info: 'neutral', warning: 'warning', error: 'danger' }

/** One live table: its newest lines, or those before the line in the address. */
export function LogSection({ channel }: { channel: Channel }) {
  const t = useTexts(texts)
  const before = useSearch({ from: '/admin/logs' })[channel] ?? null
  const input = { channel, before }
  const columns = useColumns(channel)
  const section = t.channels[channel]
  return (
    <Section title={section}>
      <LiveAnswer query={accounts.logs} input={input} steady failed={t.loadFailed}>
        {({ lines, older }) => (
          <>
            <DataTable
              manyColumns
              caption={t.table(section)}
              columns={columns}
              rows={lines}
              rowKey={(line) => String(line.id)}
              empty={<EmptyState text={t.none} small />}
            />
            {(older || before !== null) && (
              <nav aria-label={t.pagesOf(section)} className="flex flex-wrap gap-3">
                {before !== null && (
                  <LinkButton to="/admin/logs" search={(all) => ({ ...all, [channel]: undefined })} resetScroll={false}>
                    {t.newest}
                  </LinkButton>
                )}
                {older && (
                  <LinkButton
                    to="/admin/logs"
                    search={(all) => ({ ...all, [channel]: lines.at(-1)?.id })}
                    resetScroll={false}
                  >
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

type ColumnId = 'service' | 'level' | 'message' | 'createdAt' | 'user' | 'metadata'

function useColumns(channel: Channel): Column<LoggedLine, ColumnId>[] {
  const t = useTexts(texts)
  const { stamp } = useFormats()
  return [
    {
      id: 'service',
      header: t.service,
      width: 'w-32',
      hideOnPhone: true,
      cell: () => <span lang="en">{channel}</span>,
    },
    {
      id: 'level',
      header: t.level,
      width: 'w-28',
      cell: ({ level }) => <Badge tone={tones[level]}>{t.levels[level]}</Badge>,
    },
    {
      id: 'message',
      header: t.message,
      width: 'w-auto',
      rowHeader: true,
      // log messages are English whatever the reader's language: they are read by staff and by whoever mends things
      cell: ({ message, count }) => (
        <>
          <span lang="en">{message}</span>
          {count > 1 && <span className="font-semibold whitespace-nowrap"> × {count}</span>}
        </>
      ),
    },
    {
      id: 'createdAt',
      header: t.createdAt,
      width: 'w-34 xl:w-44',
      cell: ({ createdAt, lastAt }) => (
        <>
          {stamp(createdAt)}
          {lastAt !== null && <span className="block text-xs text-muted">{t.lastAt(stamp(lastAt))}</span>}
        </>
      ),
    },
    { id: 'user', header: t.user, width: 'w-36 xl:w-52', long: true, cell: (line) => <Who line={line} /> },
    {
      id: 'metadata',
      header: t.metadata,
      width: 'w-40 xl:w-72',
      long: true,
      cell: ({ metadata }) => <Metadata channel={channel} metadata={metadata} />,
    },
  ]
}

function Who({ line }: { line: LoggedLine }) {
  const { unknown, deletedUser } = useTexts(words)
  if (line.userId === null) return unknown
  return (
    <>
      {line.userName === '' ? deletedUser : (line.userName ?? unknown)}
      <span className="block text-xs break-all text-muted">{line.userId}</span>
    </>
  )
}

/** What else a line knows: for course logs the course's id first. */
function Metadata({ channel, metadata }: { channel: Channel; metadata: LoggedLine['metadata'] }) {
  const { courseId: courseIdName } = useTexts(texts)
  if (metadata === null) return '–'
  const { courseId, ...rest } = metadata
  const named = channel === 'courses' && courseId !== undefined ? { [courseIdName]: courseId, ...rest } : metadata
  return (
    <span lang="en" className="text-xs">
      {Object.entries(named).map(([name, value]) => (
        <span key={name} className="block break-all">
          <span className="text-muted">{name}:</span> {typeof value === 'string' ? value : JSON.stringify(value)}
        </span>
      ))}
    </span>
  )
}

import { Button, FileInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { ChangeError } from '../../parts/change-error.tsx'
import { can } from '../../parts/can.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import type { Source } from '../source/use-source.ts'
import { Notice } from '../../parts/notice.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { EncodingField } from './encoding-field.tsx'
import { CardBones, PeopleCards, nameOf, type PreviewPerson } from './people-cards.tsx'
import { RefusalList } from './refusal-list.tsx'
import { text } from './text.ts'
import { useLatestAccounts, type Trial } from './use-trial.ts'
import type { Preview, SampleTrial } from './use-sample.ts'
import classes from './mapping.module.css'

const { preview: words } = text

/** Real people by the mapping that is edited: of a file, or as they were read last. */
export function FilePreview({ source, trial }: { source: Source; trial: Trial }) {
  return (
    <>
      {can(source, 'create_import') && (
        <FileInput
          label={words.file}
          description={words.fileHint}
          placeholder={words.choose}
          clearable
          clearButtonProps={{ 'aria-label': words.clear }}
          value={trial.file}
          onChange={trial.setFile}
        />
      )}
      {trial.file !== null && <EncodingField value={trial.encoding} onChange={trial.setEncoding} />}
      {trial.file === null ? <Latest source={source} /> : <Tried trial={trial} />}
    </>
  )
}

function Tried({ trial: { interpretation, isReading, error, retry } }: { trial: Trial }) {
  return (
    <div aria-live="polite">
      {interpretation === undefined && isReading && <CardBones />}
      {interpretation === undefined && !isReading && error !== null && (
        <>
          <ChangeError error={error} />
          <Button onClick={retry}>{words.again}</Button>
        </>
      )}
      {interpretation !== undefined && (
        <>
          <PeopleCards people={interpretation.people} />
          {interpretation.refusals.length > 0 && (
            <>
              <h3 className="subheading">{words.refused}</h3>
              <RefusalList groups={interpretation.refusals} />
            </>
          )}
        </>
      )}
    </div>
  )
}

function Latest({ source }: { source: Source }) {
  const mayRead = useMay('directory.identity.view')
  const { people, isReading, error, retry } = useLatestAccounts(source)
  if (!mayRead) return <p className="small quiet">{words.mayNot}</p>
  if (isReading) return <CardBones />
  if (error !== null) return <ErrorState error={error} retry={retry} />
  if (people.length === 0) return <p className="small quiet">{words.none}</p>
  return (
    <>
      <p className="small quiet">{words.latest}</p>
      <PeopleCards people={people} />
    </>
  )
}

/** Some people and groups of a source that Muster reads by itself. */
export function SamplePreview({
  trial,
  detail = words.tries,
}: {
  trial: SampleTrial
  detail?: string
}) {
  const { mayRead, triesDrafts, isReading, isRead, read, failure, error, preview } = trial
  if (!mayRead) return <p className="small quiet">{words.mayNotRead}</p>
  return (
    <div aria-live="polite" className="column gap-12">
      <p className="small quiet">{triesDrafts ? detail : words.stored}</p>
      <div>
        <Button loading={isReading} onClick={read}>
          {isRead ? words.readAgain : words.read}
        </Button>
      </div>
      {error !== null && <ChangeError error={error} />}
      {failure !== null && (
        <Notice tone="warning">
          {words.failed}: {failure}
        </Notice>
      )}
      {preview !== undefined && <TriedSample preview={preview} />}
    </div>
  )
}

/** They are often the same. */
const mostReasons = 3

function TriedSample({
  preview: { people, rows, left_out: leftOut, groups },
}: {
  preview: Preview
}) {
  return (
    <>
      <p className="small quiet">{words.entries(people.length, rows)}</p>
      <PeopleCards people={people} />
      <Names title={words.left(leftOut.length)} names={leftOut.slice(0, mostReasons)} />
      {leftOut.length > mostReasons && (
        <p className="small quiet">{text.more(leftOut.length - mostReasons)}</p>
      )}
      <Names title={words.groups} names={groups} />
    </>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <section>
      <h3 className="subheading">{title}</h3>
      <ul className="bullets">
        {[...new Set(names)].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  )
}

/** What the mapping makes of people, in short. */
export type PreviewSummary = {
  people: readonly PreviewPerson[]
  refused: number
  isReading: boolean
}

/** The preview beside the form. Where there is no room beside it, its short form stays above what is edited. */
export function PreviewFrame({
  isNarrow,
  summary,
  children,
}: {
  isNarrow: boolean
  summary: PreviewSummary
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <aside className={classes['right']} aria-label={words.title}>
      <div className="flex center between gap-8">
        <h2 className="heading">{words.title}</h2>
        {isNarrow && (
          <Button size="compact-sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? words.less : words.all}
          </Button>
        )}
      </div>
      {isNarrow && !isOpen ? <Summary {...summary} /> : children}
    </aside>
  )
}

const fewPeople = 2

function Summary({ people, refused, isReading }: PreviewSummary) {
  if (isReading) return <CardBones />
  if (people.length === 0 && refused === 0) return <p className="small quiet">{words.none}</p>
  return (
    <div aria-live="polite" className="column gap-4">
      <ul className="column gap-4">
        {people.slice(0, fewPeople).map((person) => (
          <li key={`${person.line ?? ''} ${person.vendor_id}`}>
            <div className="inline anywhere">
              <strong>{nameOf(person)}</strong>
              <StateBadge state={person.state} />
            </div>
            <div className="ellipsis small soft">
              {[person.vendor_id, person.handle, person.email].filter(Boolean).join(' · ')}
            </div>
          </li>
        ))}
      </ul>
      {refused > 0 && <p className="small amber">{words.refusedRows(text.rows(refused))}</p>}
    </div>
  )
}

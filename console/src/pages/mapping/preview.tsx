import { Button, FileInput } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { ChangeError } from '../../parts/change-error.tsx'
import { can } from '../../parts/can.tsx'
import { Notice } from '../../parts/notice.tsx'
import type { Source } from '../source/use-source.ts'
import { PeopleCards } from './people-cards.tsx'
import { RefusalList } from './refusal-list.tsx'
import { text } from './text.ts'
import { useLatestAccounts, type Trial } from './use-trial.ts'
import classes from './mapping.module.css'

const { preview: words } = text

/** Real people by the mapping that is edited: of a file, of the directory, or as they were read last. */
export function MappingPreview({ source, trial }: { source: Source; trial: Trial }) {
  if (source.connection !== null) return <DirectoryPreview source={source} />
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
      {trial.file === null ? <Latest source={source} /> : <Tried trial={trial} />}
    </>
  )
}

function Tried({ trial: { interpretation, error } }: { trial: Trial }) {
  return (
    <div aria-live="polite">
      {error !== null && <ChangeError error={error} />}
      {interpretation !== undefined && error === null && (
        <>
          <PeopleCards people={interpretation.people} />
          {interpretation.refusals.length > 0 && (
            <>
              <h3 className={classes['heading']}>{words.refused}</h3>
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
  const people = useLatestAccounts(source)
  if (!mayRead) return <p className={classes['quiet']}>{words.mayNot}</p>
  if (people.length === 0) return <p className={classes['quiet']}>{words.none}</p>
  return (
    <>
      <p className={classes['quiet']}>{words.latest}</p>
      <PeopleCards people={people} />
    </>
  )
}

/** Connects to the directory only when asked to: that takes a while, and may fail. */
export function DirectoryPreview({
  source,
  isAsked: isAskedFirst = false,
}: {
  source: Source
  isAsked?: boolean
}) {
  const [isAsked, setIsAsked] = useState(isAskedFirst)
  const mayRead = useMay('directory.identity.view')
  const isAllowed = mayRead && can(source, 'sync')
  const { data, error, isFetching, refetch } = useApiIf(
    isAllowed && isAsked,
    '/workspace/integrations/{integration}/preview',
    { params: { path: { integration: source.id } } },
  )
  if (!isAllowed) return <p className={classes['quiet']}>{words.mayNot}</p>
  return (
    <div aria-live="polite">
      <p className={classes['quiet']}>{words.stored}</p>
      <Button loading={isFetching} onClick={() => (isAsked ? void refetch() : setIsAsked(true))}>
        {isAsked ? words.readAgain : words.read}
      </Button>
      {error !== null && <ChangeError error={error} />}
      {data !== undefined && data.failure !== null && (
        <Notice tone="warning">
          {words.failed}: {data.failure}
        </Notice>
      )}
      {data !== undefined && data.failure === null && (
        <>
          <PeopleCards people={data.people} />
          <Names title={words.left} names={data.left_out} />
          <Names title={words.groups} names={data.groups} />
        </>
      )}
    </div>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <>
      <h3 className={classes['heading']}>{title}</h3>
      <ul className={classes['names']}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}

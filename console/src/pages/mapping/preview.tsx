import { Button, FileInput } from '@mantine/core'
import { useMay } from '../../api/session.ts'
import { ChangeError } from '../../parts/change-error.tsx'
import { can } from '../../parts/can.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import type { Source } from '../source/use-source.ts'
import { EncodingField } from './encoding-field.tsx'
import { CardBones, PeopleCards } from './people-cards.tsx'
import { RefusalList } from './refusal-list.tsx'
import { text } from './text.ts'
import { useLatestAccounts, type Trial } from './use-trial.ts'
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
  const { people, isReading, error, retry } = useLatestAccounts(source)
  if (!mayRead) return <p className={classes['quiet']}>{words.mayNot}</p>
  if (isReading) return <CardBones />
  if (error !== null) return <ErrorState error={error} retry={retry} />
  if (people.length === 0) return <p className={classes['quiet']}>{words.none}</p>
  return (
    <>
      <p className={classes['quiet']}>{words.latest}</p>
      <PeopleCards people={people} />
    </>
  )
}

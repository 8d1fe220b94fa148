import { Button } from '@mantine/core'
import { ChangeError } from '../../parts/change-error.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PeopleCards } from './people-cards.tsx'
import { text } from './text.ts'
import type { Preview, SampleTrial } from './use-sample.ts'
import classes from './mapping.module.css'

const { preview: words } = text

/** Some people and groups of a source that Muster reads by itself. */
export function SamplePreview({
  trial,
  detail = words.tries,
}: {
  trial: SampleTrial
  detail?: string
}) {
  const { mayRead, triesDrafts, isReading, isRead, read, failure, error, preview } = trial
  if (!mayRead) return <p className={classes['quiet']}>{words.mayNotRead}</p>
  return (
    <div aria-live="polite" className={classes['sample']}>
      <p className={classes['quiet']}>{triesDrafts ? detail : words.stored}</p>
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
      {preview !== undefined && <Tried preview={preview} />}
    </div>
  )
}

/** They are often the same. */
const mostReasons = 3

function Tried({ preview: { people, rows, left_out: leftOut, groups } }: { preview: Preview }) {
  return (
    <>
      <p className={classes['quiet']}>{words.entries(people.length, rows)}</p>
      <PeopleCards people={people} />
      <Names title={words.left(leftOut.length)} names={leftOut.slice(0, mostReasons)} />
      {leftOut.length > mostReasons && (
        <p className={classes['quiet']}>{text.more(leftOut.length - mostReasons)}</p>
      )}
      <Names title={words.groups} names={groups} />
    </>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <section>
      <h3 className={classes['heading']}>{title}</h3>
      <ul className={classes['names']}>
        {[...new Set(names)].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  )
}

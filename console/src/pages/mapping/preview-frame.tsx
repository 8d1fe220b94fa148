import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { StateBadge } from '../../parts/state-badge.tsx'
import { CardBones, nameOf, type PreviewPerson } from './people-cards.tsx'
import { text } from './text.ts'
import classes from './mapping.module.css'

const { preview: words } = text

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
      <div className={classes['frameHead']}>
        <h2 className={classes['title']}>{words.title}</h2>
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
  if (people.length === 0 && refused === 0) return <p className={classes['quiet']}>{words.none}</p>
  return (
    <div aria-live="polite" className={classes['summary']}>
      <ul className={classes['summary']}>
        {people.slice(0, fewPeople).map((person) => (
          <li key={`${person.line ?? ''} ${person.vendor_id}`}>
            <div className={classes['cardLine']}>
              <strong>{nameOf(person)}</strong>
              <StateBadge state={person.state} />
            </div>
            <div className={classes['summaryLine']}>
              {[person.vendor_id, person.handle, person.email].filter(Boolean).join(' · ')}
            </div>
          </li>
        ))}
      </ul>
      {refused > 0 && <p className={classes['new']}>{words.refusedRows(text.rows(refused))}</p>}
    </div>
  )
}

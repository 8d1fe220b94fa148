import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDebouncedValue } from '@mantine/hooks'
import type { Body } from 'muster-sdk'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Middle } from '../../parts/middle.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import { conditionOf, isHidden, isWhole, takesOrAbsent, type Clause } from './draft.ts'
import { text } from './text.ts'
import classes from './editor.module.css'

const { match: words } = text
const pauseMilliseconds = 250

type Preview = Body<'post', '/policy/rulesets/{ruleset}/preview'>
type Asked = {
  ruleset: string
  clauses: readonly Clause[]
  /** The rule in force that this one would take the place of. */
  replaced: string | null
}

/** Who matches what has been written so far, who would enter and leave, and why one person would or not. */
export function MatchPanel({
  ruleset,
  clauses,
  replaced,
  isInForce = false,
}: Asked & { /** The rule is in force, so nobody enters by it. */ isInForce?: boolean }) {
  const [person, setPerson] = useState<{ id: string; name: string }>()
  const seesPeople = useMay('directory.user.view')
  const whole = clauses.filter(isWhole)
  const { data, error, isFetching } = usePreview({
    ruleset,
    clauses: whole,
    replaced,
    person: person?.id ?? null,
    isInForce,
  })
  if (clauses.some(isHidden)) return <Note>{words.hidden}</Note>
  if (whole.length === 0)
    return <Note>{clauses.length === 0 ? words.noneYet : words.notWhole}</Note>
  if (error !== null)
    return (
      <Note isError>
        {error.message} {Object.values(error.errors).flat().join(' ')}
      </Note>
    )
  return (
    <>
      <section className={classes['match']} aria-busy={isFetching} aria-live="polite">
        <h2 className="small strong soft mb-8">{words.title}</h2>
        {data === undefined ? (
          <div className={classes['matchSkeleton']} />
        ) : (
          <Counts preview={data} isCompared={replaced !== null} isInForce={isInForce} />
        )}
      </section>
      {seesPeople && (
        <section className={classes['match']}>
          <h2 className="small strong soft mb-8">{words.check}</h2>
          <SuggestField
            label={words.checkHint}
            isLabelHidden
            value={person?.name ?? ''}
            placeholder={words.checkHint}
            suggest={peopleFor}
            onPick={(id, name) => setPerson({ id, name })}
          />
          {person !== undefined && data?.person != null && (
            <Verdict name={person.name} verdict={data.person} clauses={whole} />
          )}
        </section>
      )}
      {data?.examples !== null && data !== undefined && data.matching > 0 && (
        <Examples examples={data.examples} />
      )}
    </>
  )
}

function usePreview({
  ruleset,
  clauses,
  replaced,
  person,
  isInForce,
}: Asked & { person: string | null; isInForce: boolean }) {
  const body = { conditions: clauses.map(conditionOf), rule_id: replaced, user_id: person }
  const [asked] = useDebouncedValue(JSON.stringify(body), pauseMilliseconds)
  const sent: typeof body = JSON.parse(asked)
  const isAsked = clauses.length > 0 && sent.conditions.length > 0
  return useQuery({
    queryKey: ['/policy/rulesets/{ruleset}/preview', ruleset, asked, isInForce],
    enabled: isAsked && !clauses.some(isHidden),
    placeholderData: keepPreviousData,
    // It costs much, and a change that is saved here leaves it as it is, except where it puts the rule in force.
    staleTime: 'static',
    gcTime: 30_000,
    queryFn: ({ signal }) =>
      muster.post('/policy/rulesets/{ruleset}/preview', {
        params: { path: { ruleset } },
        body: sent,
        signal,
      }),
  })
}

function Note({ isError = false, children }: { isError?: boolean; children: React.ReactNode }) {
  return (
    <section className={classes['match']}>
      <h2 className="small strong soft mb-8">{words.title}</h2>
      <p className={classes['note']} data-tone={isError ? 'red' : undefined}>
        {children}
      </p>
    </section>
  )
}

const shown = (count: number) => count.toLocaleString('en')

function Counts({
  preview,
  isCompared,
  isInForce,
}: {
  preview: Preview
  isCompared: boolean
  isInForce: boolean
}) {
  const { matching, eligible, entering, leaving, is_capped } = preview
  const inAlready = Math.max(0, eligible - entering)
  const parts = [
    { kind: 'enter', tone: 'green', count: entering, label: words.enter(shown(entering)) },
    { kind: 'stay', tone: undefined, count: inAlready, label: words.stay(shown(inAlready)) },
    { kind: 'leave', tone: 'red', count: leaving, label: words.leave(shown(leaving)) },
  ].filter(
    ({ kind, count }) =>
      count > 0 || (kind === 'enter' && !isInForce) || (kind === 'leave' && isCompared),
  )
  return (
    <>
      <p className={classes['count']}>
        {is_capped && <span className="quiet">{words.capped} </span>}
        <strong>{shown(matching)}</strong>{' '}
        {matching === 1 ? words.one.slice(2) : words.people('').trim()}
      </p>
      <div className={classes['bar']} aria-hidden>
        {parts.map(({ kind, tone, count }) => (
          <span key={kind} data-tone={tone} style={{ flexGrow: count }} hidden={count === 0} />
        ))}
      </div>
      <ul className={classes['legend']}>
        {parts.map(({ kind, tone, label }) => (
          <li key={kind} data-tone={tone}>
            <Icon
              name={kind === 'enter' ? 'plus' : kind === 'stay' ? 'check' : 'close'}
              size={12}
            />
            {label}
          </li>
        ))}
        {matching > eligible && (
          <li className={classes['waiting']}>{words.waiting(shown(matching - eligible))}</li>
        )}
      </ul>
      {isCompared && <p className={classes['note']}>{words.replaces}</p>}
    </>
  )
}

function Examples({ examples }: { examples: NonNullable<Preview['examples']> }) {
  return (
    <section className={classes['match']}>
      <h2 className="small strong soft mb-8">{words.examples}</h2>
      <ul>
        {examples.map(({ directory_user: { id, full_name, email, org }, enters }) => (
          <li key={id} className={classes['example']}>
            <Avatar name={full_name} />
            <span className="column grow shrink">
              <Link to="/people/$user" params={{ user: id }} className={classes['exampleName']}>
                <Middle text={full_name || email || id} />
              </Link>
              <span className="small quiet ellipsis">
                {[org['title'], org['department']].filter(Boolean).join(' · ') || email}
              </span>
            </span>
            <span className={classes['mark']} data-enters={enters}>
              {enters ? words.enters : words.isIn}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Verdict({
  name,
  verdict: { is_met, is_eligible, conditions },
  clauses,
}: {
  name: string
  verdict: NonNullable<Preview['person']>
  clauses: readonly Clause[]
}) {
  const unmet = conditions.filter((each) => !each.is_met).length
  return (
    <div className="column gap-6 mt-8" role="status">
      <p>{is_met ? words.meets(name) : words.meetsNot(name, unmet)}</p>
      {!is_eligible && <p className={classes['note']}>{words.notEligible}</p>}
      <ul>
        {conditions.map(({ is_met: isMet, saw }, index) => (
          <li
            key={clauses[index]?.id ?? index}
            className={classes['tested']}
            data-tone={isMet ? 'green' : 'red'}
          >
            <Icon name={isMet ? 'check' : 'close'} size={13} />
            <span>
              {wordsOf(clauses[index])}
              {saw !== null && (
                <span className="block small quiet">
                  {clauses[index]?.subject?.type === 'identity' ? words.saw : words.managers}
                  {': '}
                  {saw.length === 0 ? words.nothing : saw.slice(0, 6).join(', ')}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A clause as words: `department is Engineering`. */
function wordsOf(clause: Clause | undefined): string {
  const { subject } = clause ?? {}
  if (clause === undefined || subject === null || subject === undefined) return ''
  const { operators, membership, relations } = text.editor
  if (subject.type === 'identity')
    return [
      subject.key,
      operators[clause.operator],
      clause.values.join(', '),
      clause.orAbsent && takesOrAbsent(clause.operator) ? text.editor.orAbsent : '',
    ]
      .join(' ')
      .trim()
  const isNegative = clause.operator === 'not_equals'
  const verb = membership[subject.type][isNegative ? 'not_equals' : 'equals']
  const first = subject.type === 'attribute' ? subject.dimension.name : relations[subject.type]
  return `${first} ${verb} ${clause.target?.name ?? ''}`
}

import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useApi, useApiIf } from '../../api/use-api.ts'
import { useMay } from '../../api/session.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import { textColumn, timeColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { startOfDay, withInstants } from '../../parts/instants.ts'
import { Reason } from '../../parts/middle.tsx'
import { Notice } from '../../parts/notice.tsx'
import { orNone, peopleFor } from '../../parts/suggest-records.ts'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { subjectOf, subjectsFor, valuesFor } from '../policy/suggestions.ts'
import { answered } from './answered.ts'
import { Question } from '../../parts/question.tsx'
import { text } from './text.ts'
import classes from './person.module.css'

const { whatIf: words } = text
type Answer = Body<'get', '/directory/users/{user}/what-if'>
type Changed = Answer['data'][number]

const columns: readonly Column<Changed & { id: string }>[] = [
  wordColumn('kind', words.change, ({ kind }) => words.kinds[kind], { min: 110, grow: 0.4 }),
  textColumn('resource', words.resource, ({ policy_resource: { name } }) => name, { grow: 1.6 }),
  textColumn('why', words.why, ({ why }) => why, {
    min: 165,
    grow: 3,
    cell: ({ why }) => <Reason why={withInstants(why)} />,
  }),
  textColumn('role', words.role, ({ before, after }) => rolesOf(before, after)),
  timeColumn('until', words.until, ({ after }) => after?.until),
]

function rolesOf(before: Changed['before'], after: Changed['after']): string {
  const [from, to] = [before?.role_name, after?.role_name]
  return from === undefined || to === undefined || from === to
    ? (to ?? from ?? '')
    : `${from} → ${to}`
}

/** What a value is assumed of, and the value. The address keeps them as JSON. */
type Assumed = { subject: string; value: string }

/** What the person would have, asked before anything moves. The question is in the address. */
export function WhatIf() {
  const { user } = useParams({ from: '/people/$user/what-if' })
  const [url] = useUrlState()
  const query = questionOf(url)
  const isAsked = Object.keys(query).length > 0
  return (
    <section aria-label={text.tabs.whatIf}>
      <p className={classes['intro']}>{words.intro}</p>
      <Assumptions />
      {isAsked ? <Answered user={user} query={query} /> : <EmptyState title={words.ask} />}
    </section>
  )
}

/** What is asked, as the API takes it. */
function questionOf({ set: text, manager, state, at }: UrlState) {
  const set = readSet(text)
  const begin = at === undefined ? null : startOfDay(at)
  return {
    ...(set.length > 0 && {
      set: Object.fromEntries(set.map(({ subject, value }) => [nameOf(subject), value])),
    }),
    ...(manager !== undefined && { manager }),
    ...(isState(state) && { state }),
    ...(begin !== null && { at: begin }),
  }
}

function Assumptions() {
  const [url, setUrl] = useUrlState()
  return (
    <Question>
      <Values />
      <Manager
        id={url['manager']}
        onPick={(manager) => setUrl({ manager: manager === '' ? 'none' : manager })}
      />
      <SelectField
        label={words.state}
        value={isState(url['state']) ? url['state'] : undefined}
        options={words.states}
        none={words.asItIs}
        onChange={(state) => setUrl({ state })}
        onNone={() => setUrl({ state: '' })}
      />
      <TextField
        type="date"
        label={words.from}
        value={url['at'] ?? ''}
        onChange={(at) => setUrl({ at })}
      />
    </Question>
  )
}

/** The values that are assumed, and a field for another one. */
function Values() {
  const [url, setUrl] = useUrlState()
  const seesValues = useMay('directory.identity.profile.view')
  const set = readSet(url['set'])
  const put = (next: readonly Assumed[]) =>
    setUrl({ set: next.length === 0 ? '' : JSON.stringify(next) })
  if (!seesValues) return null
  return (
    <>
      {set.map(({ subject, value }, at) => {
        const take = (taken: string) => put(set.with(at, { subject, value: taken }))
        return (
          <SuggestField
            key={subject}
            label={words.valueOf(labelOf(subject))}
            value={value}
            placeholder={words.noValue}
            suggest={valuesFor(identityOf(subject))}
            onPick={take}
            onText={take}
          />
        )
      })}
      <SuggestField
        label={words.another}
        value=""
        placeholder={words.key}
        suggest={subjectsFor({ attributes: false, keys: true, people: false, rules: false })}
        onPick={(subject) =>
          put([...set.filter((each) => each.subject !== subject), { subject, value: '' }])
        }
      />
    </>
  )
}

type Query = ReturnType<typeof questionOf>

function Answered({ user, query }: { user: string; query: Query }) {
  const answer = useApi('/directory/users/{user}/what-if', {
    params: { path: { user }, query },
  })
  const { eligibility, count } = answer.data ?? {}
  return (
    <>
      {eligibility?.is_eligible === false && (
        <Notice tone="warning">{words.ineligible(eligibility.reasons.join(' and '))}</Notice>
      )}
      <DataTable
        label={text.tabs.whatIf}
        list={answered(answer)}
        columns={columns}
        empty={
          <EmptyState title={words.nothing}>{count && words.unchanged(count.unchanged)}</EmptyState>
        }
      />
    </>
  )
}

function Manager({ id, onPick }: { id: string | undefined; onPick: (id: string) => void }) {
  const isPerson = id !== undefined && id !== 'none'
  const params = { path: { user: id ?? '' } }
  const { data } = useApiIf(isPerson, '/directory/users/{user}', { params })
  return (
    <SuggestField
      label={words.manager}
      value={id === 'none' ? words.nobody : (data?.full_name ?? '')}
      placeholder={words.asItIs}
      suggest={orNone(words.nobody, peopleFor)}
      onPick={onPick}
    />
  )
}

/** Nothing where the address has been changed to what it can't mean. */
function readSet(text: string | undefined): Assumed[] {
  if (text === undefined) return []
  try {
    const read: unknown = JSON.parse(text)
    const set: Assumed[] = Array.isArray(read) ? read : []
    for (const { subject } of set) identityOf(subject)
    return set
  } catch {
    return []
  }
}

function identityOf(subject: string) {
  const read = subjectOf(subject)
  if (read.type !== 'identity') throw new Error(`${subject} is no key of a profile`)
  return read
}

/** As the API names what is set. */
function nameOf(subject: string): string {
  const { key, integration } = identityOf(subject)
  return integration === null ? key : `${integration.handle}:${key}`
}

function labelOf(subject: string): string {
  const { key, integration } = identityOf(subject)
  return integration === null ? key : `${key} of ${integration.handle}`
}

function isState(state: string | undefined): state is keyof typeof words.states {
  return state !== undefined && Object.hasOwn(words.states, state)
}

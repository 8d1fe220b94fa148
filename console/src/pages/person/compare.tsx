import { Checkbox } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useApi, useApiIf } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { TextField } from '../../parts/fields.tsx'
import { endOfDay, withInstants } from '../../parts/instants.ts'
import { Reason } from '../../parts/middle.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import { answered } from './answered.ts'
import { text } from './text.ts'
import { usePerson } from './use-person.ts'
import classes from './person.module.css'

const { compare: words } = text
type Answer = Body<'get', '/directory/users/{user}/compare'>
type Compared = Answer['data'][number]

/** `there` names the other person or date. */
function columnsOf(there: string): readonly Column<Compared & { id: string }>[] {
  return [
    wordColumn('kind', words.difference, ({ kind }) => words.kinds[kind], { min: 120, grow: 0.5 }),
    textColumn('resource', words.resource, ({ policy_resource: { name } }) => name, { grow: 1.6 }),
    textColumn('here', words.here, ({ here }) => here?.role_name ?? words.not),
    textColumn('there', there, (row) => row.there?.role_name ?? words.not),
    textColumn('why', words.why, ({ why }) => why, {
      min: 165,
      grow: 2.5,
      cell: ({ why }) => <Reason why={withInstants(why)} />,
    }),
  ]
}

/** What the person has beside another one, or had on another date. The question is in the address. */
export function Compare() {
  const { user } = useParams({ from: '/people/$user/compare' })
  const [url, setUrl] = useUrlState()
  const { with: other, at, until, team } = url
  const hasTeam = (usePerson().data?.count.direct_report_users ?? 0) > 0
  const dated = at === undefined ? undefined : endOf(at)
  const query =
    other === undefined
      ? { ...(dated !== undefined && { at: dated }), ...lastOf(until) }
      : { with: other }
  const isAsked = other !== undefined || dated !== undefined
  const params = { path: { user }, query }
  const answer = useApiIf(isAsked, '/directory/users/{user}/compare', { params })
  const name = other === undefined ? '' : (answer.data?.there.full_name ?? '')
  return (
    <section aria-label={text.tabs.compare}>
      <div className={classes['question']}>
        <SuggestField
          label={words.person}
          value={name}
          placeholder={words.find}
          suggest={peopleFor}
          onPick={(picked) => setUrl({ with: picked, at: '', until: '', team: '' })}
        />
        <Days url={url} setUrl={setUrl} />
        {hasTeam && (
          <Checkbox
            label={words.team}
            checked={team === 'true'}
            onChange={({ currentTarget: { checked } }) =>
              setUrl({ team: checked ? 'true' : '', with: '', at: '', until: '' })
            }
          />
        )}
      </div>
      {team === 'true' ? (
        <Team user={user} />
      ) : isAsked ? (
        <DataTable
          label={text.tabs.compare}
          list={answered(answer)}
          columns={columnsOf(name === '' ? words.there : name)}
          empty={<EmptyState title={words.nothing} />}
        />
      ) : (
        <EmptyState title={words.ask} />
      )}
    </section>
  )
}

type Url = ReturnType<typeof useUrlState>

function Days({ url: { at, until }, setUrl }: { url: Url[0]; setUrl: Url[1] }) {
  return (
    <>
      <TextField
        type="date"
        label={words.from}
        value={at ?? ''}
        onChange={(day) => setUrl({ at: day, with: '', team: '' })}
      />
      <TextField
        type="date"
        label={words.until}
        value={until ?? ''}
        onChange={(day) => setUrl({ until: day, with: '', team: '' })}
      />
    </>
  )
}

type OfTeam = Body<'get', '/directory/users/{user}/compare-team'>['data'][number]

const teamColumns: readonly Column<OfTeam & { id: string }>[] = [
  wordColumn('kind', words.difference, ({ kind }) => words.teamKinds[kind], {
    min: 120,
    grow: 0.5,
  }),
  textColumn('resource', words.resource, ({ policy_resource: { name } }) => name, { grow: 1.6 }),
  textColumn('have', words.have, ({ count: { having, lacking } }) =>
    words.of(having, having + lacking),
  ),
  textColumn('roles', words.roles, ({ roles }) => roles.map(words.role).join(', ')),
  textColumn('lacking', words.lacking, ({ lacking, count }) =>
    words.more(
      lacking.map(({ full_name: name }) => name).join(', '),
      count.lacking - lacking.length,
    ),
  ),
  textColumn('why', words.whyFirst, ({ lacking: [first] }) => first?.why, {
    min: 165,
    grow: 2.5,
    cell: ({ lacking: [first] }) => <Reason why={first?.why ?? ''} />,
  }),
]

/** What everybody below the person has in common, and what only some have. */
function Team({ user }: { user: string }) {
  const answer = useApi('/directory/users/{user}/compare-team', { params: { path: { user } } })
  return (
    <DataTable
      label={words.team}
      list={answered(answer)}
      columns={teamColumns}
      empty={<EmptyState title={words.nobody} />}
    />
  )
}

/** The end of a day, or undefined for one that has not ended. */
function endOf(day: string): string | undefined {
  const end = endOfDay(day)
  return end === null || Date.parse(end) > Date.now() ? undefined : end
}

function lastOf(until: string | undefined): { until?: string } {
  const end = until === undefined ? undefined : endOf(until)
  return end === undefined ? {} : { until: end }
}

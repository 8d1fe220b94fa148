import { Checkbox } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useApiIf } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { endOfPastDay, withInstants } from '../../parts/instants.ts'
import { Reason } from '../../parts/middle.tsx'
import { DayFields, Question } from '../../parts/question.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import { answered } from './answered.ts'
import { Team } from './team.tsx'
import { text } from './text.ts'
import { usePerson } from './use-person.ts'

const { compare: words } = text
type Answer = Body<'get', '/directory/users/{user}/compare'>
type Compared = Answer['data'][number]

/** `there` names the other person or date. */
function columnsOf(there: string): readonly Column<Compared & { id: string }>[] {
  return [
    wordColumn('kind', words.difference, ({ kind }) => words.kinds[kind], { min: 120, grow: 0.5 }),
    textColumn(
      'resource',
      words.resource,
      ({ policy_resource: { handle, name } }) => handle || name,
      {
        grow: 1.6,
      },
    ),
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
  const dated = at === undefined ? undefined : endOfPastDay(at)
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
      <Question>
        <SuggestField
          label={words.person}
          value={name}
          placeholder={words.find}
          suggest={peopleFor}
          onPick={(picked) => setUrl({ with: picked, at: '', until: '', team: '' })}
        />
        <DayFields
          days={url}
          labels={{ at: words.from, until: words.until }}
          onChange={(days) => setUrl({ ...days, with: '', team: '' })}
        />
        {hasTeam && (
          <Checkbox
            label={words.team}
            checked={team === 'true'}
            onChange={({ currentTarget: { checked } }) =>
              setUrl({ team: checked ? 'true' : '', with: '', at: '', until: '' })
            }
          />
        )}
      </Question>
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

function lastOf(until: string | undefined): { until?: string } {
  const end = until === undefined ? undefined : endOfPastDay(until)
  return end === undefined ? {} : { until: end }
}

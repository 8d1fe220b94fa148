import type { RowOf, Body } from 'muster-sdk'
import { Link } from '@tanstack/react-router'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Column } from '../../parts/columns.ts'
import { personColumn, stateColumn, textColumn } from '../../parts/column-kinds.tsx'
import { useList } from '../../api/use-list.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { muster } from '../../api/muster.ts'
import { text } from './text.ts'
import { usePerson, type Person } from './use-person.ts'
import { Beside } from '../../parts/scroll.tsx'
import classes from './person.module.css'

type Report = RowOf<'/directory/users/{user}/direct-report-users'>

export const reportColumns: readonly Column<Report>[] = [
  personColumn('name', text.accounts.name, ({ full_name }) => full_name, {
    min: 180,
    to: ({ id }) => `/people/${id}/organisation`,
  }),
  stateColumn(text.accounts.state),
  ...(['title', 'department'] as const).map((key) =>
    textColumn(key, key === 'title' ? 'Title' : 'Department', ({ org }: Report) => org[key], {
      min: 150,
      grow: 1.5,
    }),
  ),
]

const { organisation: words } = text

/** Where the person stands: the managers above, and the people who report to them. */
export function Organisation() {
  const { data: person } = usePerson()
  return person === undefined ? null : <OrganisationOf person={person} />
}

function OrganisationOf({ person }: { person: Person }) {
  const list = useList('/directory/users/{user}/direct-report-users', {
    params: { path: { user: person.id } },
  })
  return (
    <Beside>
      <div className={classes['above']}>
        <h2 className="heading mb-4">{words.chain}</h2>
        <Chain person={person} />
        <h2 className="heading mb-4">{words.reports}</h2>
      </div>
      <DataTable
        label={words.reports}
        list={list}
        columns={reportColumns}
        empty={<EmptyState title={words.noReports} />}
      />
    </Beside>
  )
}

function Chain({ person }: { person: Person }) {
  const { data: managers = [] } = useManagerChain(person)
  return (
    <div className={classes['chain']}>
      {managers.map(({ id, full_name }) => (
        <span key={id} className="inline-flex center gap-8">
          <Link to="/people/$user/organisation" params={{ user: id }} className={classes['node']}>
            <Avatar name={full_name} />
            {full_name}
          </Link>
          <Icon name="right" size={12} />
        </span>
      ))}
      <span className={classes['node']} data-self>
        <Avatar name={person.full_name} />
        {person.full_name}
      </span>
      {person.included.user_manager === null && <span>{words.noManager}</span>}
    </div>
  )
}

type Summary = NonNullable<Body<'get', '/directory/users/{user}'>['included']['user_manager']>

/** A chain this long is shown from the person upwards only. */
const longest = 12

/** The managers above a person, the highest first. */
export function useManagerChain({ id, included }: Person): UseQueryResult<Summary[]> {
  return useQuery({
    queryKey: ['/directory/users/{user}', 'chain', id, included.user_manager?.id],
    queryFn: async ({ signal }) => {
      const chain: Summary[] = []
      for (let next = included.user_manager; next !== null && chain.length < longest;) {
        chain.unshift(next)
        if (next.manager_id === null) break
        const path = { user: next.id }
        const above: Person = await muster.get('/directory/users/{user}', {
          params: { path },
          signal,
        })
        next = above.included.user_manager
      }
      return chain
    },
  })
}

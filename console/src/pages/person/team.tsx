import type { Body } from 'muster-sdk'
import { useApi } from '../../api/use-api.ts'
import { textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Reason } from '../../parts/middle.tsx'
import { answered } from './answered.ts'
import { text } from './text.ts'

const { compare: words } = text
type OfTeam = Body<'get', '/directory/users/{user}/compare-team'>['data'][number]

const teamColumns: readonly Column<OfTeam & { id: string }>[] = [
  wordColumn('kind', words.difference, ({ kind }) => words.teamKinds[kind], {
    min: 120,
    grow: 0.5,
  }),
  textColumn(
    'resource',
    words.resource,
    ({ policy_resource: { handle, name } }) => handle || name,
    {
      grow: 1.6,
    },
  ),
  textColumn('have', words.have, ({ count: { having, lacking } }) =>
    words.of(having, having + lacking),
  ),
  textColumn('roles', words.roles, ({ roles }) => roles.map(words.role).join(', '), { grow: 1.6 }),
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
export function Team({ user }: { user: string }) {
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

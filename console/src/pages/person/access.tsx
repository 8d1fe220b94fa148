import type { RowOf } from 'muster-sdk'
import { Link, useParams } from '@tanstack/react-router'
import type { Column } from '../../parts/columns.ts'
import { kindWords } from '../../parts/kinds.ts'
import { Reason } from '../../parts/middle.tsx'
import { shouldHasColumns } from '../../parts/should-has-columns.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Notice } from '../../parts/notice.tsx'
import { WhyPanel } from '../why/why-panel.tsx'
import { text } from './text.ts'
import { countAtVendors, hasLeft, Remaining } from './remaining.tsx'
import { usePerson } from './use-person.ts'

export type AccessRow = RowOf<'/directory/users/{user}/access'>

const words = { ...text.access, title: text.tabs.access }
const compared = shouldHasColumns<AccessRow>(
  (row) => row,
  ({ has }) => has,
)

/** By importance: the last ones are left out first where there is little room. */
export const accessColumns: readonly Column<AccessRow>[] = [
  textColumn('resource', words.resource, ({ policy_resource: { name } }) => name, {
    grow: 1.6,
    sort: 'name',
  }),
  textColumn('why', words.why, ({ why }) => why, {
    min: 165,
    grow: 3,
    cell: ({ why }) => <Reason why={why} />,
  }),
  stateColumn(words.state),
  textColumn('vendor', words.drift, (row) => driftOf(row), {
    min: 125,
    grow: 0.6,
    cell: (row) => {
      const drift = driftOf(row)
      return drift !== undefined && <StateBadge state={drift} />
    },
  }),
  compared.should,
  compared.has,
  { ...compared.shouldSince, sort: 'since' },
  compared.hasSince,
  timeColumn('until', words.until, ({ until }) => until, { min: 95, grow: 0.5 }),
  textColumn('type', words.type, ({ type }) => type, {
    min: 140,
    grow: 0.8,
    cell: ({ type }) => kindWords(type),
  }),
]

/** What callers see who may not see members of resources. */
export const policyColumns = accessColumns.filter(
  ({ id }) => !['vendor', 'has', 'has_since'].includes(id),
)

/** How what the person should have compares with what they have there; undefined where nothing is known. */
function driftOf({ type, role_handle: role, has }: AccessRow): string | undefined {
  if (has === undefined || type === 'directory_attribute') return undefined
  if (has === null) return 'missing'
  return has.role_handle === role ? 'in_sync' : 'role_differs'
}

/** What the person has, and why, in one line each; the whole reason in the panel. */
export function Access() {
  const path = useParams({ from: '/people/$user/access' })
  const { user } = path
  const mayCompare = useMay('directory.resource.view')
  const { data: person } = usePerson()
  const unexplained = person === undefined || hasLeft(person) ? 0 : countAtVendors(person)
  const none = unexplained === 0 ? words.none : { ...words.none, why: words.noneBut(unexplained) }
  const list = useFilteredList('/directory/users/{user}/access', {
    words: { ...words, none },
    columns: mayCompare ? accessColumns : policyColumns,
    path,
    search: 'filter[search]',
    filters: mayCompare ? [byState, byDrift] : [byState],
    sort: 'name',
  })
  return (
    <List
      list={list}
      above={
        <>
          {person !== undefined && <Remaining person={person} />}
          <Extra user={user} />
        </>
      }
      actions={
        <Link to="/why" search={{ person: user }} className="link">
          {words.whyNot}
        </Link>
      }
      opening={({ policy_ruleset_id: ruleset }) => ({ open: ruleset })}
      panelOf={(ruleset, opened, close) => (
        <WhyPanel
          key={ruleset}
          title={opened?.policy_resource.name ?? words.why}
          person={user}
          ruleset={ruleset}
          onClose={close}
        />
      )}
    />
  )
}

/** What the person has and should not, such as what someone who has left still has. */
function Extra({ user }: { user: string }) {
  const mayRead = useMay('directory.resource.view')
  const mayCompare = useMay('policy.rule.view')
  const { data } = useApiIf(mayRead && mayCompare, '/directory/users/{user}/resources', {
    params: {
      path: { user },
      query: { 'filter[drift]': 'extra', 'page[size]': '1', 'page[total]': 'true' },
    },
  })
  const { total = 0, total_is_capped: isCapped = false } = data?.meta ?? {}
  if (total === 0) return null
  return (
    <Notice tone="warning">
      {words.extra(total, isCapped)}{' '}
      <Link to="/people/$user/vendors" params={{ user }} search={{ drift: 'extra' }}>
        {words.seeExtra}
      </Link>
    </Notice>
  )
}

const byState = stateFilter(words.state, ['active', 'expiring'])
const byDrift = stateFilter(words.drift, ['missing', 'role_differs', 'in_sync'], {
  key: 'drift',
  field: 'filter[drift]',
})

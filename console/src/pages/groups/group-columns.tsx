import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { kindWords } from '../../parts/kinds.ts'
import { StateBadge } from '../../parts/state-badge.tsx'
import { stateColumn } from '../../parts/state-column.tsx'
import { text } from './text.ts'
import type { RulesetRow } from './use-rulesets-of.ts'
import classes from './groups.module.css'

type GroupRow = RowOf<'/directory/resources'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export function groupColumns(rulesets: ReadonlyMap<string, RulesetRow>): Column<GroupRow>[] {
  const policyOf = ({ id }: GroupRow) => rulesets.get(id)?.state ?? ''
  return [
    {
      id: 'name',
      header: names.name,
      min: 150,
      grow: 2,
      sort: 'name',
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link
          to="/groups/$resource"
          params={{ resource: id }}
          className={classes['name']}
          tabIndex={-1}
        >
          <Middle text={name} />
        </Link>
      ),
    },
    {
      id: 'policy',
      header: names.policy,
      min: 120,
      grow: 0.7,
      text: policyOf,
      cell: (row) => {
        const state = policyOf(row)
        return state === '' ? null : <StateBadge state={state} />
      },
    },
    {
      id: 'kind',
      header: names.kind,
      min: 150,
      text: ({ type }) => type,
      cell: ({ type }) => <Middle text={kindWords(type)} />,
    },
    {
      id: 'source',
      header: names.source,
      min: 100,
      grow: 0.7,
      text: ({ integration_handle }) => integration_handle,
      cell: ({ integration_handle }) => <Middle text={integration_handle} />,
    },
    counted('manifest', names.manifest, ({ count }) => count?.manifest_users),
    counted('members', names.members, ({ count }) => count?.members),
    {
      id: 'handle',
      header: names.handle,
      min: 160,
      grow: 1.5,
      text: ({ handle }) => handle ?? '',
      cell: ({ handle, name }) =>
        handle === null || handle === name ? null : <Middle text={handle} />,
    },
    stateColumn(names.state),
  ]
}

function counted(
  id: string,
  header: string,
  read: (row: GroupRow) => number | null | undefined,
): Column<GroupRow> {
  return {
    id,
    header,
    min: 110,
    grow: 0.4,
    align: 'end',
    text: (row) => String(read(row) ?? ''),
    cell: (row) => read(row)?.toLocaleString('en'),
  }
}

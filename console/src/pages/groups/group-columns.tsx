import type { RowOf } from 'muster-sdk'
import {
  badgeColumn,
  countColumn,
  NameLink,
  stateColumn,
  textColumn,
} from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { kindWords } from '../../parts/kinds.ts'
import { Middle } from '../../parts/middle.tsx'
import { text } from './text.ts'
import type { RulesetRow } from './use-rulesets-of.ts'

const { columns: names } = text

/** The name of a resource or an attribute, which leads to its page. */
export function nameColumn<Row extends { id: string; name: string }>(min: number): Column<Row> {
  return textColumn('name', names.name, ({ name }) => name, {
    min,
    grow: 2,
    sort: 'name',
    cell: ({ id, name }) => (
      <NameLink to="/groups/$resource" params={{ resource: id }}>
        <Middle text={name} />
      </NameLink>
    ),
  })
}

/** By importance: the last ones are left out first where there is little room. */
export function groupColumns(
  rulesets: ReadonlyMap<string, RulesetRow>,
): Column<RowOf<'/directory/resources'>>[] {
  const wide = { min: 110, grow: 0.4 }
  return [
    nameColumn(150),
    badgeColumn('policy', names.policy, ({ id }) => rulesets.get(id)?.state, {
      min: 120,
      grow: 0.7,
    }),
    textColumn('kind', names.kind, ({ type }) => type, {
      min: 150,
      cell: ({ type }) => <Middle text={kindWords(type)} />,
    }),
    textColumn('source', names.source, ({ integration_handle }) => integration_handle, {
      min: 100,
      grow: 0.7,
    }),
    countColumn('manifest', names.manifest, ({ count }) => count?.manifest_users, wide),
    countColumn('members', names.members, ({ count }) => count?.members, wide),
    textColumn('handle', names.handle, ({ handle }) => handle, {
      min: 160,
      grow: 1.5,
      cell: ({ handle, name }) =>
        handle === null || handle === name ? null : <Middle text={handle} />,
    }),
    stateColumn(names.state),
  ]
}

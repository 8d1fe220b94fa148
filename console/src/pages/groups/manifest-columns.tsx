import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Reason } from '../../parts/reason.tsx'
import {
  NameLink,
  personColumn,
  stateColumn,
  textColumn,
  timeColumn,
} from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'

type ManifestRow = RowOf<'/policy/rulesets/{ruleset}/manifest-users'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export function manifestColumns(at: string | undefined): Column<ManifestRow>[] {
  return [person, why, ...(at === undefined ? [state] : [state, nowColumn]), ...shared]
}

const person: Column<ManifestRow> = personColumn(
  'person',
  names.person,
  ({ included }) => included.directory_user.full_name,
  {
    min: 150,
    grow: 1.6,
    link: ({ included }, name) => (
      <NameLink to="/people/$user" params={{ user: included.directory_user.id }}>
        {name}
      </NameLink>
    ),
  },
)

const why: Column<ManifestRow> = textColumn(
  'rule',
  names.rule,
  ({ included }) => included.policy_rule.description,
  {
    min: 180,
    grow: 2.6,
    cell: ({ included }) => <Reason why={included.policy_rule.description ?? ''} />,
  },
)

const state: Column<ManifestRow> = stateColumn(names.state)

/** What has become of a stay that is shown as of an earlier instant. */
const nowColumn: Column<ManifestRow> = textColumn(
  'now',
  names.now,
  ({ timestamp: { deleted_at: end } }) => end ?? text.stillIn,
  {
    grow: 0.7,
    cell: ({ timestamp: { deleted_at: end } }) =>
      end === null ? (
        text.stillIn
      ) : (
        <span>
          {text.left} <Time at={end} />
        </span>
      ),
  },
)

const shared: Column<ManifestRow>[] = [
  textColumn('role', names.role, ({ included }) => included.policy_rule.role_name, {
    min: 110,
    grow: 0.7,
  }),
  timeColumn('since', names.since, ({ timestamp }) => timestamp.activated_at, {
    min: 115,
    grow: 0.5,
  }),
  textColumn(
    'until',
    names.until,
    ({ timestamp: { deleted_at, expires_at } }) => deleted_at ?? expires_at,
    {
      min: 105,
      grow: 0.5,
      cell: ({ timestamp: { deleted_at, expires_at } }) => {
        const end = deleted_at ?? expires_at
        return end === null ? null : <Time at={end} />
      },
    },
  ),
  textColumn('email', names.email, ({ included }) => included.directory_user.email, {
    min: 200,
    grow: 1.2,
  }),
]

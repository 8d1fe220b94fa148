import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { Reason } from '../../parts/reason.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import classes from './groups.module.css'

type ManifestRow = RowOf<'/policy/rulesets/{ruleset}/manifest-users'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export function manifestColumns(at: string | undefined): Column<ManifestRow>[] {
  return [person, why, ...(at === undefined ? [state] : [state, nowColumn]), ...shared]
}

const person: Column<ManifestRow> = {
  id: 'person',
  header: names.person,
  min: 150,
  grow: 1.6,
  text: ({ included }) => included.directory_user.full_name,
  cell: ({ included: { directory_user: user } }) => (
    <>
      <Avatar name={user.full_name} />
      <Link to="/people/$user" params={{ user: user.id }} className={classes['name']} tabIndex={-1}>
        <Middle text={user.full_name} />
      </Link>
    </>
  ),
}

const why: Column<ManifestRow> = {
  id: 'rule',
  header: names.rule,
  min: 180,
  grow: 2.6,
  text: ({ included }) => included.policy_rule.description ?? '',
  cell: ({ included }) => <Reason why={included.policy_rule.description ?? ''} />,
}

const state: Column<ManifestRow> = stateColumn(names.state)

/** What has become of a stay that is shown as of an earlier instant. */
const nowColumn: Column<ManifestRow> = {
  id: 'now',
  header: names.now,
  min: 130,
  grow: 0.7,
  text: ({ timestamp: { deleted_at: end } }) => end ?? text.stillIn,
  cell: ({ timestamp: { deleted_at: end } }) =>
    end === null ? (
      text.stillIn
    ) : (
      <span>
        {text.left} <Time at={end} />
      </span>
    ),
}

const shared: Column<ManifestRow>[] = [
  {
    id: 'role',
    header: names.role,
    min: 110,
    grow: 0.7,
    text: ({ included }) => included.policy_rule.role_name,
    cell: ({ included }) => <Middle text={included.policy_rule.role_name} />,
  },
  {
    id: 'since',
    header: names.since,
    min: 115,
    grow: 0.5,
    text: ({ timestamp }) => timestamp.activated_at,
    cell: ({ timestamp }) => <Time at={timestamp.activated_at} />,
  },
  {
    id: 'until',
    header: names.until,
    min: 105,
    grow: 0.5,
    text: ({ timestamp: { deleted_at, expires_at } }) => deleted_at ?? expires_at ?? '',
    cell: ({ timestamp: { deleted_at, expires_at } }) => {
      const end = deleted_at ?? expires_at
      return end === null ? null : <Time at={end} />
    },
  },
  {
    id: 'email',
    header: names.email,
    min: 200,
    grow: 1.2,
    text: ({ included }) => included.directory_user.email ?? '',
    cell: ({ included }) => <Middle text={included.directory_user.email ?? ''} />,
  },
]

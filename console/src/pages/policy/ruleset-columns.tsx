import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { kindWords } from '../../parts/kinds.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { Health, healthWords } from './health.tsx'
import { text } from './text.ts'
import { Kind } from './kind.tsx'
import classes from './policy.module.css'

export type RulesetRow = RowOf<'/policy/rulesets'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export const rulesetColumns: readonly Column<RulesetRow>[] = [
  {
    id: 'name',
    header: names.name,
    min: 170,
    grow: 2,
    sort: 'name',
    text: ({ policy_resource: { name } }) => name,
    cell: ({ id, policy_resource: { name } }) => (
      <Link
        to="/policy/$ruleset"
        params={{ ruleset: id }}
        className={classes['name']}
        tabIndex={-1}
      >
        <Middle text={name} />
      </Link>
    ),
  },
  {
    id: 'people',
    header: names.people,
    min: 76,
    grow: 0.3,
    align: 'end',
    text: ({ count }) => String(count?.manifest_users ?? ''),
    cell: ({ count }) => shownCount(count?.manifest_users),
  },
  {
    id: 'health',
    header: names.health,
    min: 150,
    grow: 1.2,
    text: (row) => healthWords(row).join(', '),
    cell: (row) => <Health ruleset={row} quiet={<span className={classes['quiet']}>–</span>} />,
  },
  stateColumn(names.state),
  {
    id: 'type',
    header: names.type,
    min: 130,
    grow: 0.8,
    text: ({ type }) => kindWords(type),
    cell: (row) => <Kind ruleset={row} />,
  },
  {
    id: 'rules',
    header: names.rules,
    min: 96,
    grow: 0.5,
    text: ({ count }) => String(count?.active_rules ?? ''),
    cell: ({ count }) =>
      count === undefined ? null : (
        <>
          {shownCount(count.active_rules)}
          {count.staged_rules > 0 && (
            <span className={classes['drafts']}>{text.drafts(count.staged_rules)}</span>
          )}
        </>
      ),
  },
  {
    id: 'handle',
    header: names.handle,
    min: 150,
    text: ({ policy_resource: { handle } }) => handle ?? '',
    cell: ({ policy_resource: { handle } }) => (handle === null ? null : <Middle text={handle} />),
  },
  {
    id: 'grace',
    header: names.grace,
    min: 84,
    grow: 0.4,
    align: 'end',
    text: ({ expires_after_days: days }) => String(days),
    cell: ({ expires_after_days: days }) => (days === 0 ? text.noGrace : text.days(days)),
  },
  {
    id: 'updated',
    header: names.updated,
    min: 116,
    grow: 0.5,
    text: ({ timestamp }) => timestamp.updated_at,
    cell: ({ timestamp }) => <Time at={timestamp.updated_at} />,
  },
]

/** A list counts to 10,000. */
export function shownCount(count: number | undefined): string {
  if (count === undefined) return ''
  return count >= 10_000 ? '10,000+' : count.toLocaleString('en')
}

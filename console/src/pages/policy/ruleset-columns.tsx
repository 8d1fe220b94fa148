import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { kindWords } from '../../parts/kinds.ts'
import { Middle } from '../../parts/middle.tsx'
import {
  countColumn,
  NameLink,
  stateColumn,
  textColumn,
  timeColumn,
} from '../../parts/column-kinds.tsx'
import { Health, healthWords } from './health.tsx'
import { text } from './text.ts'
import { Kind } from './kind.tsx'
import classes from './policy.module.css'

export type RulesetRow = RowOf<'/policy/rulesets'>

const { columns: names } = text

/** By importance: the last ones are left out first where there is little room. */
export const rulesetColumns: readonly Column<RulesetRow>[] = [
  textColumn('name', names.name, ({ policy_resource: { name } }) => name, {
    min: 170,
    grow: 2,
    sort: 'name',
    cell: ({ id, policy_resource: { name } }) => (
      <NameLink to="/policy/$ruleset" params={{ ruleset: id }}>
        <Middle text={name} />
      </NameLink>
    ),
  }),
  countColumn('people', names.people, ({ count }) => count?.manifest_users, {
    min: 76,
    cell: ({ count }) => shownCount(count?.manifest_users),
  }),
  textColumn('health', names.health, (row) => healthWords(row).join(', '), {
    min: 150,
    grow: 1.2,
    cell: (row) => <Health ruleset={row} quiet={<span className={classes['quiet']}>–</span>} />,
  }),
  stateColumn(names.state),
  textColumn('type', names.type, ({ type }) => kindWords(type), {
    grow: 0.8,
    cell: (row) => <Kind ruleset={row} />,
  }),
  textColumn('rules', names.rules, ({ count }) => String(count?.active_rules ?? ''), {
    min: 96,
    grow: 0.5,
    cell: ({ count }) =>
      count === undefined ? null : (
        <>
          {shownCount(count.active_rules)}
          {count.staged_rules > 0 && (
            <span className={classes['drafts']}>{text.drafts(count.staged_rules)}</span>
          )}
        </>
      ),
  }),
  textColumn('handle', names.handle, ({ policy_resource: { handle } }) => handle, {
    min: 150,
    cell: ({ policy_resource: { handle } }) => (handle === null ? null : <Middle text={handle} />),
  }),
  countColumn('grace', names.grace, ({ expires_after_days: days }) => days, {
    grow: 0.4,
    cell: ({ expires_after_days: days }) => (days === 0 ? text.noGrace : text.days(days)),
  }),
  timeColumn('updated', names.updated, ({ timestamp }) => timestamp.updated_at, {
    min: 116,
    grow: 0.5,
  }),
]

/** A list counts to 10,000. */
export function shownCount(count: number | undefined): string {
  if (count === undefined) return ''
  return count >= 10_000 ? '10,000+' : count.toLocaleString('en')
}

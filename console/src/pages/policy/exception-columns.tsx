import { Link } from '@tanstack/react-router'
import type { Column } from '../../parts/columns.ts'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import type { RuleRow } from './rule-columns.tsx'
import { text } from './text.ts'
import classes from './policy.module.css'

const { exceptions: words, rules } = text

/** `is Ada Lindqvist`, as a name. */
function personIn(description: string | null): string {
  return (description ?? '').replace(/^is /, '')
}

export const exceptionColumns: readonly Column<RuleRow>[] = [
  {
    id: 'person',
    header: words.person,
    min: 160,
    grow: 2,
    text: ({ description }) => personIn(description),
    cell: ({ id, ruleset_id, description }) => (
      <Link
        to="/policy/$ruleset/rules/$rule"
        params={{ ruleset: ruleset_id, rule: id }}
        className={classes['sentence']}
        tabIndex={-1}
      >
        {personIn(description)}
      </Link>
    ),
  },
  {
    id: 'ends',
    header: words.ends,
    min: 110,
    grow: 0.6,
    text: ({ timestamp }) => timestamp.expires_at ?? '',
    cell: ({ timestamp: { expires_at: end } }) => (end === null ? null : <Time at={end} />),
  },
  {
    id: 'reason',
    header: words.reason,
    min: 180,
    grow: 3,
    text: ({ reason }) => reason ?? '',
    cell: ({ reason }) => (
      <span className={classes['sentence']} title={reason ?? undefined}>
        {reason}
      </span>
    ),
  },
  {
    id: 'role',
    header: rules.role,
    min: 104,
    grow: 0.8,
    text: ({ role_name }) => role_name,
    cell: ({ role_name }) => role_name,
  },
  stateColumn(rules.state),
]

import { Link } from '@tanstack/react-router'
import type { Column } from '../../parts/columns.ts'
import { stateColumn, textColumn, timeColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { RuleRow } from './rule-columns.tsx'
import { text } from './text.ts'
import classes from './policy.module.css'

const { exceptions: words, rules } = text

/** `is Ada Lindqvist`, as a name. */
function personIn(description: string | null): string {
  return (description ?? '').replace(/^is /, '')
}

export const exceptionColumns: readonly Column<RuleRow>[] = [
  textColumn('person', words.person, ({ description }) => personIn(description), {
    min: 160,
    grow: 2,
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
  }),
  timeColumn('ends', words.ends, ({ timestamp }) => timestamp.expires_at),
  textColumn('reason', words.reason, ({ reason }) => reason, {
    min: 180,
    grow: 3,
    cell: ({ reason }) => (
      <span className={classes['sentence']} title={reason ?? undefined}>
        {reason}
      </span>
    ),
  }),
  wordColumn('role', rules.role, ({ role_name }) => role_name, { min: 104, grow: 0.8 }),
  stateColumn(rules.state),
]

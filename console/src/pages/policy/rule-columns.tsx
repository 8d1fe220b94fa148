import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Icon } from '../../parts/icon.tsx'
import { Middle } from '../../parts/middle.tsx'
import { countColumn, stateColumn, textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { shownCount } from './ruleset-columns.tsx'
import { text } from './text.ts'
import classes from './policy.module.css'

export type RuleRow = RowOf<'/policy/rulesets/{ruleset}/rules'>

const { rules: words } = text

/** In admission order; by importance from left to right. */
export const ruleColumns: readonly Column<RuleRow>[] = [
  textColumn('rule', words.rule, ({ description }) => description, {
    min: 200,
    grow: 4,
    cell: ({ id, ruleset_id, description, findings, begin_exceeds }) => (
      <>
        {(findings.length > 0 || begin_exceeds.length > 0) && (
          <span
            className={classes['warned']}
            title={[
              ...findings.map(({ message }) => message),
              ...(begin_exceeds.length > 0 ? [words.didNotBegin] : []),
            ].join('\n')}
          >
            <Icon name="warning" size={14} />
          </span>
        )}
        <Link
          to="/policy/$ruleset/rules/$rule"
          params={{ ruleset: ruleset_id, rule: id }}
          className={classes['sentence']}
          tabIndex={-1}
        >
          <Middle text={description ?? words.empty} tail={28} />
        </Link>
      </>
    ),
  }),
  wordColumn('role', words.role, ({ role_name }) => role_name, { min: 104, grow: 0.8 }),
  stateColumn(words.state),
  countColumn('in', words.in, ({ count }) => count?.manifest_users, {
    min: 72,
    hint: words.inHint,
    cell: ({ state, count }) => (state === 'staged' ? '' : shownCount(count?.manifest_users)),
  }),
  countColumn('meet', words.meet, ({ count }) => count?.qualified_users, {
    min: 72,
    hint: words.meetHint,
    cell: ({ state, count }) => (state === 'staged' ? '' : shownCount(count?.qualified_users)),
  }),
  textColumn(
    'when',
    words.when,
    ({ timestamp: { activates_at, expires_at } }) => activates_at ?? expires_at,
    {
      min: 178,
      grow: 0.8,
      cell: ({ timestamp: { activates_at, activated_at, expires_at } }) => {
        if (activates_at !== null)
          return (
            <>
              {words.begins} <Time at={activates_at} />
            </>
          )
        if (expires_at !== null)
          return (
            <>
              {words.ends} <Time at={expires_at} />
            </>
          )
        return activated_at === null ? null : (
          <>
            {words.since} <Time at={activated_at} />
          </>
        )
      },
    },
  ),
  countColumn('priority', words.priority, ({ priority }) => priority, { min: 80 }),
]

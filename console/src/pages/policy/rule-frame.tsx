import type { ComponentProps, ReactNode } from 'react'
import type { markOf } from '../../parts/can.tsx'
import { Crumb, Page } from '../../parts/page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { MatchPanel } from './match-panel.tsx'
import { text } from './text.ts'
import type { Rule } from './use-draft.ts'
import type { Ruleset } from './use-ruleset.ts'
import classes from './editor.module.css'

/** The page of a rule: what it is called, its state, when it begins and ends, and `note`. */
export function RuleFrame({
  ruleset,
  rule,
  note,
  action,
  children,
}: {
  ruleset: Ruleset
  rule: Rule
  note?: string
  action: ReactNode
  children: ReactNode
}) {
  const { activates_at: begins, expires_at: ends } = rule.timestamp
  return (
    <Page
      title={rule.description ?? text.rules.empty}
      crumbs={<RulesetCrumbs of={ruleset} />}
      state={<StateBadge state={rule.state === 'staged' ? 'draft' : rule.state} />}
      subtitle={
        <>
          {rule.role_name}
          {rule.state !== 'staged' &&
            ` · ${text.rule.people(rule.count.manifest_users)} · ${text.rule.meet(rule.count.qualified_users)}`}
          {begins !== null && (
            <>
              {' · '}
              {text.rules.begins} <Time at={begins} />
            </>
          )}
          {ends !== null && (
            <>
              {' · '}
              {text.rules.ends} <Time at={ends} />
            </>
          )}
          {note !== undefined && ` · ${note}`}
        </>
      }
      action={action}
      isFilled
    >
      {children}
    </Page>
  )
}

export function RulesetCrumbs({ of: { id, policy_resource } }: { of: Ruleset }) {
  return (
    <>
      <Crumb to="/policy">{text.title}</Crumb>
      <Crumb to="/policy/$ruleset" params={{ ruleset: id }}>
        {policy_resource.name}
      </Crumb>
    </>
  )
}

/** A rule, and beside it who matches, where that is asked. */
export function RuleColumns({
  match,
  mark,
  children,
}: {
  match?: ComponentProps<typeof MatchPanel> | undefined
  mark?: ReturnType<typeof markOf>
  children: ReactNode
}) {
  return (
    <div className={classes['columns']}>
      <div className={classes['left']} {...mark}>
        {children}
      </div>
      {match !== undefined && (
        <aside className={classes['right']} aria-label={text.match.title}>
          <MatchPanel {...match} />
        </aside>
      )}
    </div>
  )
}

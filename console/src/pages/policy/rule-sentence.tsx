import { useState } from 'react'
import { changesBetween } from '../../api/conflict.ts'
import { WhatChanged } from '../../parts/conflict-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { text } from './text.ts'
import type { Rule } from './use-draft.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'
import classes from './editor.module.css'

const { editor } = text

/** The rule as a sentence that is not edited. */
export function RuleSentence({ ruleset, rule }: { ruleset: Ruleset; rule: Rule }) {
  return (
    <div className={classes['rule']}>
      <p className={classes['lead']}>
        {editor.give} <strong>{rule.role_name}</strong> {editor.on}{' '}
        <strong>{ruleset.policy_resource.name}</strong> {editor.toPeople}
      </p>
      <ul className={classes['clauses']}>
        {rule.included.policy_conditions.map(({ id, type, description }, index) => (
          <li key={id} className={classes['clause']}>
            <span className={classes['joint']}>
              {index > 0 && `${editor.and} `}
              {type === 'attribute' || type === 'identity' ? editor.whose : editor.who}
            </span>{' '}
            <strong className="semi anywhere">{description}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The rule that a dialog is about, as it is now: what others change while the dialog is open is said. */
export function PlannedRule({ rule }: { rule: Rule }) {
  const { data: ruleset } = useRuleset()
  const [opened] = useState(rule)
  return (
    <>
      {ruleset !== undefined && <RuleSentence ruleset={ruleset} rule={rule} />}
      {changesBetween(opened, rule).length > 0 && (
        <Notice tone="warning">
          <WhatChanged record={rule.id} before={opened} now={rule} />
        </Notice>
      )}
    </>
  )
}

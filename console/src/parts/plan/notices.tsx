import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { can } from '../can.tsx'
import { Icon } from '../icon.tsx'
import { limitWords } from './limit-words.ts'
import { text } from './text.ts'
import type { PlanRecord } from './types.ts'
import classes from './plan.module.css'

const few = 4

/** The limits that a plan exceeds, and who may apply it. */
export function Limits({ plan }: { plan: PlanRecord }) {
  const { exceeds, rulesets, state } = plan
  if (exceeds.length === 0) return null
  const nameOf = (id: string | null) =>
    rulesets.find(({ ruleset_id }) => id !== null && ruleset_id === id)?.name ?? null
  return (
    <div className={classes['notice']} data-tone="amber">
      <Icon name="warning" />
      <div>
        <p className={classes['noticeTitle']}>{text.limits}</p>
        <Few lines={exceeds.map((each) => ({ text: limitWords(each, nameOf(each.ruleset_id)) }))} />
        {state === 'ready' && (
          <p className={classes['soft']}>{can(plan, 'apply') ? text.youMay : text.approver}</p>
        )}
      </div>
    </div>
  )
}

/** What is odd about the rules of a plan. */
export function Findings({ plan: { findings, rulesets } }: { plan: PlanRecord }) {
  if (findings.length === 0) return null
  const nameOf = (id: string | null) =>
    rulesets.find(({ ruleset_id }) => id !== null && ruleset_id === id)?.name
  const sentences = Map.groupBy(findings, ({ ruleset_id: id, message }) => {
    const name = nameOf(id)
    return name === undefined ? message : `${name}: ${message}`
  })
  const lines = [...sentences].map(([sentence, those]) => ({
    text: those.length === 1 ? sentence : `${sentence} ${text.rules(those.length)}`,
  }))
  return (
    <div className={classes['notice']} data-tone="blue">
      <Icon name="policy" />
      <div>
        <p className={classes['noticeTitle']}>{text.findings(findings.length)}</p>
        <Few lines={lines} />
      </div>
    </div>
  )
}

function Few({ lines }: { lines: readonly { text: string }[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, few)
  return (
    <ul className={classes['lines']}>
      {shown.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two findings may say the same
        <li key={index}>{line.text}</li>
      ))}
      {lines.length > shown.length && (
        <li>
          <UnstyledButton className={classes['more']} onClick={() => setIsWhole(true)}>
            {text.moreFindings(lines.length - shown.length)}
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}

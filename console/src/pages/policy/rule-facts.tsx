import { Fact, Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import type { Rule } from './use-draft.ts'

const { facts: words } = text.rule

/** What the sentence of a rule does not say. */
export function RuleFacts({ rule }: { rule: Rule }) {
  const { timestamp, expires_after_days: days } = rule
  return (
    <Facts>
      <Fact
        term={words.grace}
        from={rule.expires_after_days_inherited ? words.inherited : undefined}
      >
        {days === 0 ? text.noGrace : text.days(days)}
      </Fact>
      <Fact term={words.priority}>{rule.priority}</Fact>
      {timestamp.activates_at !== null && (
        <Fact term={words.begins}>
          <Time at={timestamp.activates_at} />
        </Fact>
      )}
      <Fact term={words.since}>
        {timestamp.activated_at !== null && <Time at={timestamp.activated_at} />}
      </Fact>
      <Fact term={words.ends}>
        {timestamp.expires_at !== null && <Time at={timestamp.expires_at} />}
      </Fact>
      <Fact term={words.reason}>{rule.reason}</Fact>
      {rule.is_imported && <Fact term={words.imported}>{words.fromSource}</Fact>}
      {rule.key !== null && (
        <Fact term={words.key}>
          <Id value={rule.key} />
        </Fact>
      )}
      <Fact term={words.updated}>
        <Time at={timestamp.updated_at} />
      </Fact>
      <Fact term={words.id}>
        <Id value={rule.id} />
      </Fact>
    </Facts>
  )
}

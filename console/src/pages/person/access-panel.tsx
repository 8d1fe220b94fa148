import type { Body } from 'muster-sdk'
import { useApi } from '../../api/use-api.ts'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Id } from '../../parts/id.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import type { AccessRow } from './access-columns.tsx'
import { text } from './text.ts'
import classes from './person.module.css'

const { access: words } = text

type Explanation = Body<'get', '/directory/users/{user}/explain'>
type Rule = Explanation['policy_rules'][number]
type Condition = Rule['conditions'][number]

/** One access of a person: what it is, and every rule that was tried for it. */
export function AccessPanel({
  user,
  access,
  onClose,
}: {
  user: string
  access: AccessRow
  onClose: () => void
}) {
  const { data, error, refetch } = useApi('/directory/users/{user}/explain', {
    params: { path: { user }, query: { ruleset: access.policy_ruleset_id } },
  })
  return (
    <DetailPanel title={access.policy_resource.name} onClose={onClose}>
      <p className={classes['whyLine']}>{access.why}</p>
      <Facts>
        <Fact term={words.state}>
          <StateBadge state={access.state} />
        </Fact>
        <Fact term={words.role}>{access.role_name}</Fact>
        <Fact term={words.type}>{access.type.replaceAll('_', ' ')}</Fact>
        <Fact term={words.since}>
          <Time at={access.since} />
        </Fact>
        <Fact term={words.until}>{access.until !== null && <Time at={access.until} />}</Fact>
        <Fact term={text.facts.id}>
          <Id value={access.id} />
        </Fact>
      </Facts>
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && <Rules explanation={data} />}
    </DetailPanel>
  )
}

function Rules({ explanation }: { explanation: Explanation }) {
  const admitting = explanation.policy_user?.policy_rule_id
  return (
    <section className={classes['section']}>
      <h3 className={classes['day']}>{words.rules}</h3>
      {explanation.policy_rules.map((rule) => (
        <div key={rule.id} className={classes['rule']}>
          <div className={classes['ruleHead']}>
            <span className={classes['ruleName']}>{rule.role_name}</span>
            <span className={classes['note']}>{noteOf(rule, rule.id === admitting)}</span>
          </div>
          {rule.conditions.map((condition) => (
            <div key={condition.id} className={classes['condition']} data-met={condition.is_met}>
              <Icon name={condition.is_met === true ? 'check' : 'close'} size={13} />
              <div>
                {condition.description}
                <div className={classes['saw']}>{sawOf(condition)}</div>
              </div>
            </div>
          ))}
        </div>
      ))}
      {explanation.withheld.length > 0 && <p className={classes['saw']}>{words.withheld}</p>}
    </section>
  )
}

function noteOf({ is_in_force, priority }: Rule, isAdmitting: boolean): string {
  const notes = [
    isAdmitting && words.admits,
    !is_in_force && words.notInForce,
    `priority ${priority}`,
  ]
  return notes.filter((note) => note !== false).join(' · ')
}

/** What a condition saw, with its source. */
function sawOf({ saw }: Condition): string {
  const seen = [
    ...(saw.identities ?? []).map(({ integration_handle: source, values }) => {
      if (values === null) return `${words.hidden} (${source})`
      return `${values.join(', ') || words.nothing} (${source})`
    }),
    ...(saw.managers ?? []).map(({ full_name }) => full_name),
  ]
  return seen.length === 0 ? '' : `${words.saw} ${seen.join('; ')}`
}

import { freshNumber, never } from './edits.ts'
import type { Group } from './first-world.ts'
import type { Move } from './moves.ts'
import { primary } from './product.ts'
import { act, rulesetId, type Session } from './session.ts'
import type { Rule } from './world.ts'

export async function setLimit(session: Session, people: number): Promise<void> {
  await act(session, {
    label: 'limit',
    step: { by: 'caller' },
    mutate: (after) => void (after.limits.lose.people = people),
    send: () => session.product.call('PATCH', '/policy/settings', { removal_limit_people: people }),
    applies: false,
  })
}

/** Ends the rule of a group that was there at first. */
export async function endRule(
  session: Session,
  { group, applies }: { group: Group; applies: boolean },
): Promise<void> {
  const { world, product } = session
  const index = (world.rulesets.get(group)?.rules ?? []).findIndex((rule) => rule.priority === 10)
  if (index === -1) return
  const ruleset = await rulesetId(session, group)
  const { body } = await product.call('GET', `/policy/rulesets/${ruleset}/rules?page[size]=500`)
  const rule = body.data.find(
    ({ priority, state }: { priority: number; state: string }) =>
      priority === 10 && state === 'active',
  )
  await act(session, {
    label: 'end of a rule',
    step: { by: 'caller', rulesOf: group },
    mutate: (after) => void after.rulesets.get(group)?.rules.splice(index, 1),
    send: () => product.call('POST', `/policy/rules/${rule.id}/deactivate`),
    applies,
  })
}

export async function addRule(
  session: Session,
  { group, key, value, role, applies }: Extract<Move, { move: 'new rule' }>,
): Promise<void> {
  const { world, product } = session
  const rules = world.rulesets.get(group)?.rules ?? never()
  if (rules.length > 5) return
  const ruleset = await rulesetId(session, group)
  const priority = 20 + rules.length
  const made = await product.call('POST', `/policy/rulesets/${ruleset}/rules`, {
    role,
    priority,
    expires_after_days: 0,
    conditions: [
      { type: 'identity', profile_key: key, profile_operator: 'equals', profile_value: value },
    ],
  })
  if (made.status !== 201) throw new Error(made.text)
  const rule: Rule = {
    id: `rule ${freshNumber()}`,
    role,
    priority,
    graceDays: 0,
    conditions: [{ type: 'value', source: primary, key, values: [value] }],
    endsAt: null,
  }
  await act(session, {
    label: 'new rule',
    step: { by: 'caller', rulesOf: group },
    mutate: (after) => {
      const own = after.rulesets.get(group)?.rules ?? never()
      own.push(rule)
      own.sort((a, b) => a.priority - b.priority)
    },
    send: () => product.call('POST', `/policy/rules/${made.body.id}/activate`, {}),
    applies,
  })
}

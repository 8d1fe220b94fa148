import { putInForce } from './decisions.ts'
import { freshNumber, never } from './edits.ts'
import type { Group } from './first-world.ts'
import type { LimitName, Move } from './moves.ts'
import { primary } from './product.ts'
import { act, rulesetId, type Session } from './session.ts'
import type { Excess, Rule, World } from './world.ts'

const settings = {
  lose: 'removal_limit_people',
  gain: 'addition_limit_people',
  role: 'role_change_limit_people',
  account: 'account_limit_people',
  overall: 'overall_limit_people',
} as const satisfies Record<LimitName, string>

export async function setLimit(
  session: Session,
  { limit, people }: { limit: LimitName; people: number },
): Promise<void> {
  await act(session, {
    label: 'limit',
    step: { by: 'caller' },
    mutate: (after) => void (after.limits[limit].people = people),
    send: () => session.product.call('PATCH', '/policy/settings', { [settings[limit]]: people }),
    applies: false,
  })
}

const isFirst = (rule: Rule): boolean => rule.priority === 10 && rule.endsAt === null

/** Ends the rule of a group that was there at first, now or later. */
export async function endRule(
  session: Session,
  { group, inMilliseconds, applies }: { group: Group; inMilliseconds?: number; applies: boolean },
): Promise<void> {
  const { world, product } = session
  const index = (world.rulesets.get(group)?.rules ?? []).findIndex(isFirst)
  if (index === -1) return
  const ruleset = await rulesetId(session, group)
  const { body } = await product.call('GET', `/policy/rulesets/${ruleset}/rules?page[size]=500`)
  const rule = body.data.find(
    ({ priority, state }: { priority: number; state: string }) =>
      priority === 10 && state === 'active',
  )
  const endsAt = inMilliseconds === undefined ? null : product.now() + inMilliseconds
  await act(session, {
    label: endsAt === null ? 'end of a rule' : 'dated end of a rule',
    step: { by: 'caller', rulesOf: group },
    mutate: (after) => {
      const own = after.rulesets.get(group)?.rules ?? never()
      if (endsAt === null) own.splice(index, 1)
      else own.splice(index, 1, { ...(own[index] ?? never()), endsAt })
    },
    send: () =>
      endsAt === null
        ? product.call('POST', `/policy/rules/${rule.id}/deactivate`)
        : product.call('POST', `/policy/rules/${rule.id}/deprecate`, {
            at: new Date(endsAt).toISOString(),
          }),
    applies,
  })
}

export async function addRule(
  session: Session,
  { group, key, value, role, milliseconds, applies }: Extract<Move, { move: 'new rule' }>,
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
  const activate = (body: object) => () =>
    product.call('POST', `/policy/rules/${made.body.id}/activate`, body)
  const step = { by: 'caller', rulesOf: group }
  const mutate = (after: World): void => putInForce(after, group, rule)
  if (milliseconds === null)
    return act(session, { label: 'new rule', step, mutate, send: activate({}), applies })
  const at = product.now() + milliseconds
  const send = activate({ at: new Date(at).toISOString() })
  const begun = (after: World, approved: Excess[]): void =>
    void after.scheduled.push({ ruleset: group, rule, at, approved, isOver: false })
  return act(session, { label: 'dated rule', step, mutate, send, applies, later: begun })
}

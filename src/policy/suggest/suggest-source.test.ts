import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition, Rule, RuleState, Ruleset } from '../../engine/model.ts'
import { suggestSource } from './suggest-source.ts'

const decided = (id: string): Ruleset => ({
  id,
  resourceId: id,
  type: 'directory_attribute',
  state: 'managed',
  expiresAfterDays: null,
})
const titleOf = (resourceId: string | null): Condition => ({
  type: 'identity',
  resourceId,
  profileKey: 'title',
  operator: 'exists',
  value: null,
})
const rule = (rulesetId: string, condition: Condition, state: RuleState = 'active'): Rule => ({
  id: `${rulesetId} ${state}`,
  rulesetId,
  state,
  role: 'member',
  priority: 1,
  activatedAt: 0,
  expiresAt: null,
  expiresAfterDays: null,
  everyoneElse: false,
  conditions: [condition],
})

test('no rule is suggested on what people write themselves, nor on an attribute that follows from it', () => {
  const readable = { handle: '', isPrimary: false, keys: ['title'], selfServiceKeys: [] }
  const integrations = [
    { ...readable, id: 'chat', selfServiceKeys: ['title'] },
    { ...readable, id: 'hr', isPrimary: true },
  ]
  const policy = {
    primaryIntegrationId: 'hr',
    rulesets: ['by-title', 'by-title-too', 'at-hr', 'of-a-draft'].map(decided),
    rules: [
      rule('by-title-too', { type: 'attribute', resourceId: 'by-title', operator: 'equals' }),
      rule('by-title', titleOf('chat')),
      rule('at-hr', titleOf(null)),
      rule('of-a-draft', titleOf('hr')),
      rule('of-a-draft', titleOf('chat'), 'staged'),
    ],
  }
  const source = suggestSource(policy, {
    integrations,
    first: 'chat',
    attributes: true,
    resources: true,
    group: '',
  })
  const draft = source.policy.rules.find(({ id }) => policy.rules.every((of) => of.id !== id))
  assert.deepEqual(
    draft?.conditions.map(({ type, resourceId }) => [type, resourceId]),
    [
      ['identity', 'hr'],
      ['attribute', 'at-hr'],
      ['attribute', 'of-a-draft'],
    ],
  )
})

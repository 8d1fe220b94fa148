import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePolicy } from '../../engine/compile-policy.ts'
import type { Condition, Rule, Ruleset } from '../../engine/model.ts'
import { stagedRules, type StagedFacts } from './staged-rules.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const ruleset = (id: string, resourceId: string, type = 'chat_group'): Ruleset => ({
  id,
  resourceId,
  type,
  state: 'managed',
  expiresAfterDays: null,
})
const rule = (
  id: string,
  rulesetId: string,
  state: Rule['state'],
  priority: number,
  condition: Condition,
): Rule => ({
  id,
  rulesetId,
  state,
  priority,
  role: 'member',
  activatedAt: state === 'staged' ? null : 0,
  expiresAt: null,
  expiresAfterDays: null,
  everyoneElse: false,
  conditions: [condition],
})
const isSales: Condition = {
  type: 'identity',
  resourceId: null,
  profileKey: 'department',
  operator: 'equals',
  value: 'Sales',
}
const policy = compilePolicy({
  primaryIntegrationId: 'idp',
  rulesets: [ruleset('group', 'g'), ruleset('attribute', 'a', 'directory_attribute')],
  rules: [
    rule('in-force', 'group', 'active', 2, isSales),
    rule('staged-attribute', 'attribute', 'staged', 3, isSales),
    rule('staged-group', 'group', 'staged', 1, {
      type: 'attribute',
      resourceId: 'a',
      operator: null,
    }),
    rule('staged-below', 'group', 'staged', 4, {
      type: 'all_reports_of',
      resourceId: 'boss',
      operator: null,
    }),
  ],
})
const facts: StagedFacts = {
  id: 'p',
  baseState: 'active',
  expiresAt: null,
  deletedAt: null,
  managerId: 'm',
  managersAbove: ['m', 'boss'],
  identities: [{ integrationId: 'idp', profile: { department: 'sales' } }],
}

test('staged rules are met as if staged attribute rules were in force, in admission order', () => {
  assert.deepEqual(stagedRules(policy, facts, now), [
    'staged-group',
    'staged-attribute',
    'staged-below',
  ])
})

test('for a staged person the rules in force that would admit them count too', () => {
  assert.deepEqual(stagedRules(policy, { ...facts, baseState: 'staged' }, now), [
    'staged-group',
    'in-force',
    'staged-attribute',
    'staged-below',
  ])
})

test('a deleted person meets none', () => {
  assert.deepEqual(stagedRules(policy, { ...facts, deletedAt: now }, now), [])
})

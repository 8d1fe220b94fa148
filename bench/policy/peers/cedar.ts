import {
  preparsePolicySet,
  statefulIsAuthorized,
  type CedarValueJson,
  type EntityJson,
} from '@cedar-policy/cedar-wasm/nodejs'
import { fold } from '../../../src/engine/fold.ts'
import type { Condition, IdentityCondition, Person, Rule } from '../../../src/engine/model.ts'
import { wholeValues } from '../../../src/engine/operators.ts'
import { kindOf, toValue } from '../key-kinds.ts'
import { factsOf } from './person-facts.ts'
import type { LoadedPeer, Peer } from './peer.ts'

/**
 * Cedar: one policy for each rule in a set that is parsed once, and one request for each person, whose answer names
 * all policies that match. Managers are its entity hierarchy, so that no rule needs a separate request.
 */
export const cedar: Peer = {
  name: 'Cedar',
  canExpress(condition) {
    if (condition.type === 'attribute') return 'attribute'
    if (condition.type !== 'identity') return true
    const { operator, profileKey } = condition
    if (operator === 'matches') return 'matches'
    const isText = /^(not_)?contains$|_with$/.test(operator)
    return isText && kindOf(profileKey) === 'list' ? `${operator} of a list` : true
  },
  load: loadRules,
}

const policySet = 'rules'

function loadRules(rules: readonly Rule[]): LoadedPeer {
  const policies = Object.fromEntries(rules.map((rule) => [rule.id, toPolicy(rule)]))
  const parsed = preparsePolicySet(policySet, { staticPolicies: policies })
  if (parsed.type === 'failure')
    throw new Error(parsed.errors.map(({ message }) => message).join('\n'))
  return {
    prepare(person, managersAbove) {
      const call = {
        principal: uidOf(person.id),
        action: { type: 'Action', id: 'join' },
        resource: { type: 'Workspace', id: 'this' },
        context: {},
        preparsedPolicySetId: policySet,
        entities: [
          toEntity(person, attributesOf(person)),
          ...managersAbove.map((it) => toEntity(it)),
        ],
      }
      return () => {
        const answer = statefulIsAuthorized(call)
        if (answer.type === 'failure')
          throw new Error(answer.errors.map(({ message }) => message).join('\n'))
        const { reason, errors } = answer.response.diagnostics
        const [error] = errors
        if (error !== undefined) throw new Error(error.error.message)
        return reason
      }
    },
  }
}

function uidOf(id: string) {
  return { type: 'User', id }
}

function toEntity(
  { id, managerId }: Person,
  attributes: Record<string, CedarValueJson> = {},
): EntityJson {
  return {
    uid: uidOf(id),
    attrs: attributes,
    parents: managerId === null ? [] : [uidOf(managerId)],
  }
}

function attributesOf(person: Person): Record<string, CedarValueJson> {
  const facts = Object.fromEntries(factsOf(person))
  const { managerId } = person
  return managerId === null ? facts : { ...facts, manager: { __entity: uidOf(managerId) } }
}

function toPolicy({ conditions }: Rule): string {
  return `permit (principal, action, resource) when { ${conditions.map(toExpression).join(' && ')} };`
}

function toExpression(condition: Condition): string {
  if (condition.type === 'identity') {
    return toTest(
      condition,
      `principal has ${condition.profileKey}`,
      `principal.${condition.profileKey}`,
    )
  }
  const isSo = toMembership(condition.type, `User::${JSON.stringify(condition.resourceId)}`)
  return condition.operator === 'not_equals' ? `!(${isSo})` : isSo
}

function toMembership(type: Exclude<Condition['type'], 'identity'>, entity: string): string {
  switch (type) {
    case 'user':
      return `principal == ${entity}`
    case 'direct_reports_of':
      return `principal has manager && principal.manager == ${entity}`
    case 'all_reports_of':
      return `principal in ${entity} && principal != ${entity}`
    case 'attribute':
      throw new Error('a policy of Cedar knows nothing of what other policies say')
  }
}

function toTest(
  { profileKey, operator, value }: IdentityCondition,
  has: string,
  key: string,
): string {
  const operand = value ?? ''
  const kind = kindOf(profileKey)
  const literal = () => JSON.stringify(toValue(kind, operand))
  const equals = () =>
    kind === 'list' ? `${key}.contains(${literal()})` : `${key} == ${literal()}`
  const isIn = () => `${JSON.stringify(wholeValues('in', operand))}.contains(${key})`
  const like = (before: string, after: string) =>
    `${key} like "${before}${JSON.stringify(fold(operand)).slice(1, -1).replaceAll('*', '\\*')}${after}"`
  switch (operator) {
    case 'exists':
      return has
    case 'not_exists':
      return `!(${has})`
    case 'equals':
      return `${has} && ${equals()}`
    case 'not_equals':
      return `${has} && !(${equals()})`
    case 'in':
      return `${has} && ${isIn()}`
    case 'not_in':
      return `${has} && !(${isIn()})`
    case 'contains':
      return `${has} && ${like('*', '*')}`
    case 'not_contains':
      return `${has} && !(${like('*', '*')})`
    case 'starts_with':
      return `${has} && ${like('', '*')}`
    case 'ends_with':
      return `${has} && ${like('*', '')}`
    case 'greater_than':
      return `${has} && ${key} > ${literal()}`
    case 'less_than':
      return `${has} && ${key} < ${literal()}`
    case 'matches':
      throw new Error('Cedar has no patterns but like')
  }
}

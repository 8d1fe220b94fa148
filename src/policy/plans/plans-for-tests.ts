import type { Answer, Person } from '../../../test/harness.ts'
import { onProfile, policyServer, type PolicyServer } from '../rules/policy-for-tests.ts'

export const sales = onProfile('department', 'sales')
export const legal = onProfile('department', 'legal')
export const activate = { op: 'activate_rule', rule_id: '$new' }

type HeldJson = { role: string; state: string } | null
export type EffectJson = {
  directory_user: { email: string }
  ruleset_id: string | null
  ruleset_name: string
  kinds: string[]
  before: HeldJson
  after: HeldJson
}
export type PlannedRulesetJson = {
  ruleset_id: string | null
  name: string
  type: string
  totals: { added: number }
}
export type FindingJson = {
  kind: string
  operation: number | null
  rule_id: string | null
  ruleset_id: string | null
  by: { operation: number | null } | null
  conditions: number[]
  message: string
}

/** A policy server with two people in Sales and one in Legal, and plans by its owner. */
export type PlanServer = PolicyServer & {
  groups: { 12: string; 13: string }
  /** The operation of a rule for Sales, under the ref `new`. */
  create: (group: 12 | 13, more?: object) => object
  plan: (operations: object[], as?: Person) => Promise<Answer>
  apply: (id: string, status?: number, as?: Person) => Promise<Answer>
  read: (id: string, as?: Person) => Promise<Answer['body']>
  /** `<e-mail> <kinds>: <role state> → <role state>` of every row of a plan's effect. */
  effects: (id: string, query?: string) => Promise<string[]>
  /** A new dimension whose attributes are created one by one. */
  dimension: () => Promise<string>
  giveRole: (person: Person, group: 12 | 13, role?: string) => Promise<Answer>
  /** Empties all manifests, and leaves no rule in force. */
  startOver: () => Promise<void>
}

export async function planServer(): Promise<PlanServer> {
  const server = await policyServer([
    { email: 'ada@x.example', profile: { department: 'Sales', level: '7' } },
    { email: 'bo@x.example', profile: { department: 'Sales' } },
    { email: 'cy@x.example', profile: { department: 'Legal', level: '3' } },
  ])
  const { expect } = server
  const groups = { 12: await server.rulesetId('12'), 13: await server.rulesetId('13') }
  let made = 0
  return Object.assign(server, {
    groups,
    create: (group, more = {}) => ({
      op: 'create_rule',
      ref: 'new',
      ruleset_id: groups[group],
      role: 'developer',
      conditions: [sales],
      ...more,
    }),
    plan: (operations, as) => expect(201, 'POST', '/policy/plans', { operations }, as),
    apply: (id, status = 200, as) =>
      expect(status, 'POST', `/policy/plans/${id}/apply`, undefined, as),
    read: async (id, as) => (await expect(200, 'GET', `/policy/plans/${id}`, undefined, as)).body,
    effects: async (id, query = '') => {
      const { body } = await expect(200, 'GET', `/policy/plans/${id}/effects${query}`)
      return body.data.map(lineOf).sort()
    },
    dimension: async () => {
      made += 1
      const body = {
        handle: `team_${made}`,
        name: `Team ${made}`,
        profile_key: 'level',
        attributes_enabled: false,
      }
      return (await expect(201, 'POST', '/directory/dimensions', body)).body.id
    },
    giveRole: (person, group, role = 'activate') =>
      expect(201, 'POST', `/policy/rulesets/${groups[group]}/admins`, { user_id: person.id, role }),
    startOver: async () => {
      await server.query(
        'truncate policy_user, policy_user_phase, returned_stay, qualification, due_instant',
      )
      await server.query(
        `update rule set state = 'deactivated' where state in ('active', 'expiring')`,
      )
    },
  } satisfies Omit<PlanServer, keyof PolicyServer>)
}

function lineOf({ directory_user: { email }, kinds, before, after }: EffectJson): string {
  return `${email} ${kinds.join('+')}: ${held(before)} → ${held(after)}`
}

function held(one: HeldJson): string {
  return one === null ? 'nothing' : `${one.role} ${one.state}`
}

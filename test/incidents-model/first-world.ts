import { policyOfGroups } from '../policy-text.ts'
import { type Limits, type Rule } from './world.ts'
import { type Feed, type FeedAccount, primary, second } from './product.ts'

export const limits: Limits = {
  lose: { percent: 25, people: 3 },
  gain: { percent: 50, people: 4 },
  role: { percent: 25, people: 3 },
  account: { percent: 20, people: 4 },
  overall: { percent: 30, people: 9 },
  named: 5,
}

const none = { percent: 100, people: 1000 }

export const unlimited: Limits = {
  lose: none,
  gain: none,
  role: none,
  account: none,
  overall: none,
  named: 1000,
}

/** So small that no limit of their own holds anyone. */
const desks = ['desk1', 'desk2', 'desk3', 'desk4'] as const

export const groups = ['sellers', 'legal', 'team', 'direct', 'vault', 'levels', ...desks] as const

export type Group = (typeof groups)[number]

export const policy = policyOfGroups('codehost_group', {
  sellers: [
    'key: sellers, role: developer, priority: 10, conditions: [{ type: attribute, dimension: department, value: Sales }]',
  ],
  legal: [
    'key: leads, role: owner, priority: 1, expires_after_days: 0, conditions: [{ type: identity, profile_key: department, operator: equals, value: Legal }, { type: identity, profile_key: title, operator: equals, value: lead }]',
    'key: lawyers, role: guest, priority: 10, expires_after_days: 7, conditions: [{ type: identity, profile_key: department, operator: equals, value: Legal }]',
  ],
  team: [
    'key: team, role: developer, priority: 10, conditions: [{ type: all_reports_of, email: boss@example.com }]',
  ],
  direct: [
    'key: direct, role: developer, priority: 10, expires_after_days: 2, conditions: [{ type: direct_reports_of, email: m2@example.com }]',
  ],
  vault: [
    'key: vault, role: developer, priority: 10, conditions: [{ type: identity, profile_key: title, operator: equals, value: lead }]',
  ],
  levels: [
    'key: levels, role: developer, priority: 10, conditions: [{ type: identity, integration: second, profile_key: level, operator: equals, value: high }]',
  ],
  ...Object.fromEntries(
    desks.map((desk) => [
      desk,
      [
        `key: ${desk}, role: developer, priority: 10, conditions: [{ type: identity, profile_key: desk, operator: equals, value: ${desk} }]`,
      ],
    ]),
  ),
})

const value = (key: string, wanted: string, source = primary) => ({
  type: 'value' as const,
  source,
  key,
  values: [wanted],
})

const rule = (
  id: string,
  role: string,
  conditions: Rule['conditions'],
  graceDays = 0,
  priority = 10,
): Rule => ({ id, role, priority, graceDays, conditions, endsAt: null })

const desk = (name: string): Rule[] => [rule(name, 'developer', [value('desk', name)])]

export function modelRules(): Record<Group, Rule[]> {
  return {
    sellers: [rule('sellers', 'developer', [{ type: 'attribute', attribute: 'Sales' }])],
    legal: [
      rule('leads', 'owner', [value('department', 'Legal'), value('title', 'lead')], 0, 1),
      rule('lawyers', 'guest', [value('department', 'Legal')], 7),
    ],
    team: [rule('team', 'developer', [{ type: 'reports', manager: 'boss', all: true }])],
    direct: [rule('direct', 'developer', [{ type: 'reports', manager: 'm2', all: false }], 2)],
    vault: [rule('vault', 'developer', [value('title', 'lead')])],
    levels: [rule('levels', 'developer', [value('level', 'high', second)])],
    desk1: desk('desk1'),
    desk2: desk('desk2'),
    desk3: desk('desk3'),
    desk4: desk('desk4'),
  }
}

/** People without a source: the first leads the others, and has a manager from the source. */
export const contractors = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] as const

const number = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(2, '0')}`)

export function firstFeeds(): Record<string, Feed> {
  const people: Feed = new Map()
  const add = (id: string, values: Record<string, string>): void =>
    void people.set(id, { employeeId: id, status: 'ACTIVE', values })
  add('boss', { title: 'chief' })
  add('deputy', { title: 'chief' })
  add('m1', { manager: 'boss', department: 'Ops', title: 'lead' })
  add('m2', { manager: 'deputy', department: 'Ops', title: 'lead' })
  const sellers = number('s', 12)
  const lawyers = number('l', 10)
  for (const [at, id] of sellers.entries())
    add(id, {
      manager: 'm1',
      department: 'Sales',
      title: at < 2 ? 'lead' : 'staff',
      desk: desks[Math.floor(at / 3)] ?? '',
    })
  for (const [at, id] of lawyers.entries())
    add(id, { manager: 'm2', department: 'Legal', title: at < 2 ? 'lead' : 'staff' })
  for (const id of number('o', 4)) add(id, { manager: 'deputy', department: 'Ops', title: 'staff' })
  add('adm1', { department: 'Sales', title: 'admin' })
  add('adm2', { department: 'Legal', title: 'admin' })
  const levels: Feed = new Map(
    [...sellers, ...lawyers].map((id) => [
      `x-${id}`,
      {
        employeeId: id,
        status: 'ACTIVE',
        values: { level: id.startsWith('s') ? 'high' : 'low' },
      } satisfies FeedAccount,
    ]),
  )
  return { [primary]: people, [second]: levels }
}

import { groupId, groups } from './code-host.ts'
import { day } from './organisation.ts'
import type { Year } from './year.ts'

async function departmentNames({ workspace }: Year): Promise<string[]> {
  const list = '/directory/attributes?filter[state]=active&page[size]=500'
  const { body } = await workspace.must('GET', `${list}&filter[dimension]=department`)
  return body.data.map(({ name }: { name: string }) => name).toSorted()
}

/** The addresses of people by whom rules can be about their reports. */
async function managerEmails({ workspace }: Year): Promise<string[]> {
  const list = '/directory/users?filter[state]=active,expiring&sort=username&page[size]=500'
  const { data } = (await workspace.must('GET', `${list}&filter[is_manager]=true`)).body
  const people = data.length > 0 ? data : (await workspace.must('GET', list)).body.data
  return people.flatMap(({ email }: { email: string | null }) => email ?? [])
}

/** A policy as it might be that month: rules come, go, and change. */
function policyText(
  { dice, workspace }: Year,
  { departments, managers }: Record<'departments' | 'managers', readonly string[]>,
): string {
  const conditions = {
    department: () =>
      `{ type: attribute, dimension: department, value: ${JSON.stringify(dice.pick(departments))} }`,
    other: () =>
      `{ type: attribute, dimension: department, operator: not_equals, value: ${JSON.stringify(dice.pick(departments))} }`,
    type: () =>
      `{ type: identity, integration: hr, profile_key: userType, operator: ${dice.pick(['equals', 'not_equals'])}, value: contractor }`,
    title: () =>
      `{ type: identity, integration: hr, profile_key: title, operator: in, value: [Lead, Engineer] }`,
    below: () => `{ type: all_reports_of, email: ${dice.pick(managers)} }`,
    directly: () => `{ type: direct_reports_of, email: ${dice.pick(managers)} }`,
  }
  const positive = [
    conditions.department,
    conditions.department,
    conditions.title,
    conditions.below,
    conditions.directly,
  ]
  const rule = (key: string) => {
    const second = dice.chance(50) ? [dice.pick(Object.values(conditions))()] : []
    const all = [dice.pick(positive)(), ...second].join(', ')
    const end = new Date(workspace.now() + (1 + dice.nat(60)) * day).toISOString()
    return `      - key: ${key}
        role: ${dice.pick(['guest', 'developer', 'maintainer'])}
        state: ${dice.chance(90) ? 'active' : 'staged'}
        priority: ${dice.pick([10, 20, 30])}${dice.chance(25) ? `\n        expires_at: ${end}` : ''}${dice.chance(40) ? `\n        expires_after_days: ${dice.nat(10)}` : ''}
        conditions: [${all}]`
  }
  const rulesets = groups.map((group) => {
    const rules = Array.from({ length: 1 + dice.nat(4) }, () =>
      rule(`${dice.pick(['team', 'leads', 'guests', 'others'])}-${dice.nat(1000)}`),
    )
    return `  - resource: { type: codehost_group, integration: code, vendor_id: "${groupId(group)}" }
    state: managed
    expires_after_days: ${dice.nat(14)}
    rules:
${rules.join('\n')}`
  })
  return `dimensions:
  - { handle: department, name: Department, integration: hr, profile_key: department, attributes_enabled: true, expires_after_days: ${dice.nat(10)} }
rulesets:
${rulesets.join('\n')}
`
}

/** Upgrades the policy as code: plans it, and applies what the plan shows. */
export async function upgradePolicy(year: Year): Promise<void> {
  const { workspace, note, reach } = year
  const departments = await departmentNames(year)
  const text = policyText(year, { departments, managers: await managerEmails(year) })
  const files = [{ path: 'policy.yaml', text }]
  const planned = await workspace.call('POST', '/policy/plans', { files })
  if (planned.status >= 400) throw new Error(`the policy is refused: ${planned.text}\n${text}`)
  const { id, totals } = planned.body
  const isDone = await workspace.isDone('POST', `/policy/plans/${id}/apply`)
  note(`the policy is ${isDone ? 'upgraded' : 'not upgraded'}: ${JSON.stringify(totals)}`)
  if (isDone) reach('an upgrade of the policy')
}

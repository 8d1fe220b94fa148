import type { ModelCondition } from './history-model.ts'
import { day } from './history-model.ts'
import { departments, iso, testOf, type HistoryWorld } from './history-world.ts'

type Act = (world: HistoryWorld) => Promise<void>

const onPeople = {
  async feed(world) {
    for (let changed = 0; changed < 4; changed++) {
      const index = world.nat(world.accounts.size)
      world.accounts.set(`p${index}`, world.account(index))
    }
    await world.feed()
  },
  async start(world) {
    const person = world.anybody()
    const at = world.chance(30) ? world.ahead() : undefined
    const body = at === undefined ? {} : { at: iso(at) }
    if (!(await world.isDone('POST', `/directory/users/${person.id}/activate`, body))) return
    if (at === undefined) world.model.activate(person)
    else person.startsAt = at
  },
  async expire(world) {
    const person = world.anybody()
    const at = world.ahead()
    const body = { at: iso(at) }
    if (await world.isDone('POST', `/directory/users/${person.id}/expire`, body))
      person.expiresAt = at
  },
  async suspend(world) {
    const person = world.anybody()
    if (await world.isDone('POST', `/directory/users/${person.id}/suspend`))
      world.model.rebase(person, 'suspended')
  },
  async deactivate(world) {
    const person = world.anybody()
    if (await world.isDone('POST', `/directory/users/${person.id}/deactivate`))
      world.model.rebase(person, 'deactivated')
  },
  async delete(world) {
    const person = world.anybody()
    if (!(await world.isDone('DELETE', `/directory/users/${person.id}`))) return
    world.model.rebase(person, 'deactivated')
    person.isDeleted = true
  },
  async restore(world) {
    const gone = [...world.model.people.values()].filter(({ isDeleted }) => isDeleted)
    const person = gone.length > 0 ? world.pick(gone) : world.anybody()
    if (await world.isDone('POST', `/directory/users/${person.id}/restore`))
      person.isDeleted = false
  },
  async erase(world) {
    const person = world.anybody()
    const isDone = await world.isDone('POST', `/directory/users/${person.id}/erase`)
    if (isDone && person.profile !== null) person.profile = {}
  },
  async manager(world) {
    const person = world.anybody()
    const manager = world.chance(30) ? null : world.anybody().id
    const body = { manager_id: manager }
    if (await world.isDone('PATCH', `/directory/users/${person.id}`, body)) person.manager = manager
  },
  async parent(world) {
    const person = world.anybody()
    const parent = world.chance(50) ? null : world.anybody().id
    const body = { parent_user_id: parent }
    if (await world.isDone('PATCH', `/directory/users/${person.id}`, body)) person.parent = parent
  },
  async create(world) {
    const manager = world.chance(50) ? world.anybody().id : null
    const parent = world.chance(30) ? world.anybody().id : null
    const body = { first_name: 'n', last_name: 'n', state: 'active' }
    const relatives = { manager_id: manager, parent_user_id: parent }
    const answer = await world.call('POST', '/directory/users', { ...body, ...relatives })
    if (answer.status === 201) world.addPerson(answer.body.id, 'active', { manager, parent })
  },
} satisfies Record<string, Act>

const onRules = {
  async draft(world) {
    await draft(world)
  },
  async rule(world) {
    const id = await draft(world)
    if (id !== undefined) await putInForce(world, id, {})
  },
  async activateRule(world) {
    await putInForce(world, world.anyRule().id, {})
  },
  async takeOver(world) {
    const rule = world.anyRule()
    const copy = await world.call('POST', `/policy/rules/${rule.id}/duplicate`)
    if (copy.status !== 201) return
    const { priority, graceDays, conditions } = rule
    const end: string | null = copy.body.timestamp.expires_at
    const expiresAt = end === null ? null : Date.parse(end)
    world.addRule(copy.body.id, rule.ruleset, { priority, graceDays, conditions, expiresAt })
    await putInForce(world, copy.body.id, { replaces: rule.id })
  },
  async deprecate(world) {
    const rule = world.anyRule()
    const at = world.chance(50) ? world.ahead() : undefined
    const body = at === undefined ? {} : { at: iso(at) }
    if (!(await world.isDone('POST', `/policy/rules/${rule.id}/deprecate`, body))) return
    const byGrace = world.now + world.model.graceOf(rule) * day
    rule.expiresAt = at ?? Math.min(byGrace, rule.expiresAt ?? Infinity)
    if (rule.expiresAt <= world.now) rule.state = 'ended'
  },
  async deactivateRule(world) {
    const rule = world.anyRule()
    if (await world.isDone('POST', `/policy/rules/${rule.id}/deactivate`)) rule.state = 'ended'
  },
  async deleteRule(world) {
    const rule = world.anyRule()
    if (await world.isDone('DELETE', `/policy/rules/${rule.id}`)) world.model.rules.delete(rule.id)
  },
  async priority(world) {
    const rule = world.anyRule()
    const priority = world.pick([1, 50, 100, 200])
    if (await world.isPlanned({ op: 'change_rule', rule_id: rule.id, priority }))
      rule.priority = priority
  },
  async exception(world) {
    const ruleset = world.anyRuleset()
    const person = world.anybody().id
    const expiresAt = world.ahead()
    const priority = world.pick([10, 100])
    const body = { user_id: person, expires_at: iso(expiresAt), reason: 'because', priority }
    const answer = await world.call('POST', `/policy/rulesets/${ruleset}/exceptions`, body)
    if (answer.status !== 201) return
    const conditions = [{ type: 'user', person, isNegative: false } as const]
    world.addRule(answer.body.id, ruleset, { state: 'live', priority, expiresAt, conditions })
  },
} satisfies Record<string, Act>

const onThePolicy = {
  async ruleGrace(world) {
    const rule = world.anyRule()
    const days = world.pick([null, 0, 1, 3])
    const body = { expires_after_days: days }
    if (await world.isDone('PATCH', `/policy/rules/${rule.id}`, body)) rule.graceDays = days
  },
  async grace(world) {
    const { model } = world
    const days = world.pick([null, 0, 1, 2, 4])
    const body = { expires_after_days: days }
    const ruleset = model.rulesets.get(world.pick(world.groups))
    if (world.chance(33)) {
      await world.must('PATCH', '/policy/settings', { expires_after_days: days ?? 0 })
      model.workspaceDays = days ?? 0
    } else if (world.chance(50)) {
      await world.must('PATCH', `/directory/dimensions/${world.dimensionId}`, body)
      model.dimension.graceDays = days
    } else if (ruleset !== undefined) {
      await world.must('PATCH', `/policy/rulesets/${ruleset.id}`, body)
      ruleset.graceDays = days
    }
  },
  async rename(world) {
    const { attributes, rules, rulesets } = world.model
    const attribute = world.pick([...attributes.values()])
    const path = `/directory/attributes/${attribute.id}`
    const value = world.pick([...departments, 'Other'])
    const answer = await world.call('PATCH', path, { profile_value: value })
    if (answer.status !== 200) return
    Object.assign(attribute, { value: answer.body.profile_value, name: answer.body.name })
    for (const rule of rules.values()) {
      if (!rule.isImported || rulesets.get(rule.ruleset)?.attribute !== attribute.id) continue
      rule.tested = world.stillHeld([...rule.tested, attribute.value], attribute.value)
      rule.conditions = [testOf(rule.tested)]
    }
  },
  async attribute(world) {
    const attribute = world.pick([...world.model.attributes.values()])
    const verb = attribute.isActive ? 'deactivate' : 'activate'
    if (await world.isPlanned({ op: `${verb}_attribute`, attribute_id: attribute.id }))
      attribute.isActive = !attribute.isActive
  },
  async dimension(world) {
    const { dimension } = world.model
    const verb = dimension.isActive ? 'deactivate' : 'activate'
    await world.isPlanned({ op: `${verb}_dimension`, dimension_id: world.dimensionId })
    dimension.isActive = !dimension.isActive
    await world.learnAttributes()
  },
  async ruleset(world) {
    const ruleset = world.model.rulesets.get(world.anyRuleset())
    if (ruleset === undefined) return
    const state = ruleset.isManaged ? 'monitored' : 'managed'
    if (await world.isPlanned({ op: 'change_ruleset', ruleset_id: ruleset.id, state }))
      ruleset.isManaged = !ruleset.isManaged
  },
} satisfies Record<string, Act>

/** The acts, each on a random target. A refused act changes nothing, and is not a fault. */
export const acts: Readonly<Record<string, Act>> = { ...onPeople, ...onRules, ...onThePolicy }

async function draft(world: HistoryWorld): Promise<string | undefined> {
  const ruleset = world.chance(70) ? world.pick(world.groups) : world.anyRuleset()
  const isOfAttribute = world.model.rulesets.get(ruleset)?.attribute !== null
  const conditions = Array.from({ length: 1 + world.nat(2) }, () => condition(world))
  const priority = world.pick([50, 100, 100, 200])
  const graceDays = isOfAttribute ? null : world.pick([null, null, 0, 2])
  const expiresAt = world.chance(20) ? world.ahead() : null
  const answer = await world.call('POST', `/policy/rulesets/${ruleset}/rules`, {
    role: 'member',
    everyone_else: true,
    priority,
    expires_after_days: graceDays,
    expires_at: expiresAt === null ? null : iso(expiresAt),
    conditions: conditions.map((each) => sent(world, each)),
  })
  if (answer.status !== 201) return undefined
  world.addRule(answer.body.id, ruleset, { priority, graceDays, expiresAt, conditions })
  return answer.body.id
}

async function putInForce(
  world: HistoryWorld,
  id: string,
  { replaces }: { replaces?: string },
): Promise<void> {
  const at = world.chance(30) ? world.ahead() : undefined
  const dated = at === undefined ? {} : { at: iso(at) }
  const body = replaces === undefined ? dated : { ...dated, replaces }
  if (!(await world.isDone('POST', `/policy/rules/${id}/activate`, body))) return
  const rule = world.model.rules.get(id)
  if (rule === undefined) return
  if (at === undefined) world.model.begin(rule, replaces ?? rule.replaces)
  else Object.assign(rule, { beginsAt: at, replaces: replaces ?? rule.replaces })
}

const onProfiles = [
  ['department', 'equals', ' SALES'],
  ['department', 'not_equals', 'legal'],
  ['department', 'not_equals', 'legal', true],
  ['department', 'contains', 'qu'],
  ['department', 'starts_with', 'É'],
  ['department', 'not_exists', null],
  ['department', 'not_in', '["sales","LEGAL"]'],
  ['tags', 'equals', 'Red'],
  ['tags', 'not_equals', 'Red'],
  ['tags', 'not_contains', 'Re', true],
  ['tags', 'in', '["red","BLUE"]'],
  ['tags', 'exists', null],
  ['level', 'greater_than', '1'],
  ['level', 'less_than', '1'],
  ['level', 'not_exists', null],
] as const
const relations = ['user', 'direct_reports_of', 'all_reports_of', 'all_reports_of'] as const

function condition(world: HistoryWorld): ModelCondition {
  const isNegative = world.chance(35)
  const attributes = [...world.model.attributes.keys()]
  if (world.chance(40)) return { type: 'attribute', attribute: world.pick(attributes), isNegative }
  if (world.chance(25))
    return { type: 'entitled_to', ruleset: world.pick(world.groups), isNegative }
  if (world.chance(50))
    return { type: world.pick(relations), person: world.anybody().id, isNegative }
  const [key, operator, value, orAbsent = false] = world.pick(onProfiles)
  return { type: 'identity', key, operator, value, orAbsent }
}

function sent({ resources }: HistoryWorld, condition: ModelCondition): object {
  if (condition.type === 'identity') {
    const { type, key, operator, value, orAbsent } = condition
    const test = { profile_key: key, profile_operator: operator, profile_value: value }
    return { type, ...test, or_absent: orAbsent }
  }
  const profile_operator = condition.isNegative ? 'not_equals' : 'equals'
  if (condition.type === 'entitled_to')
    return {
      type: condition.type,
      resource_id: resources.get(condition.ruleset),
      profile_operator,
    }
  const resource_id = condition.type === 'attribute' ? condition.attribute : condition.person
  return { type: condition.type, resource_id, profile_operator }
}

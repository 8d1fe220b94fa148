import { admitting, eligible, inForce } from './evaluation.ts'
import { DAY, type Ruleset, type World } from './world.ts'

export const stayKey = (ruleset: string, person: string): string => `${ruleset}|${person}`

export function settle(world: World): void {
  for (const account of world.accounts.values()) {
    const value =
      account.source === world.primary ? account.accepted?.values[world.dimension] : undefined
    if (value === undefined) continue
    if ([...world.attributes.values()].some((values) => values.includes(value))) continue
    world.attributes.set(value, [value])
    const rule = {
      id: `attribute ${value}`,
      role: 'member',
      priority: 0,
      graceDays: 0,
      conditions: [{ type: 'attribute' as const, attribute: value }],
      endsAt: null,
    }
    world.rulesets.set(`attribute ${value}`, {
      isSensitive: false,
      isAttribute: true,
      rules: [rule],
      firstEnteredAt: null,
    })
  }
  for (const [name, ruleset] of world.rulesets) {
    for (const person of world.people.keys()) settleStay(world, name, ruleset, person)
  }
}

function settleStay(world: World, name: string, ruleset: Ruleset, person: string): void {
  const key = stayKey(name, person)
  const stay = world.stays.get(key)
  if (!eligible(world, person)) {
    world.stays.delete(key)
    return
  }
  const rule = admitting(world, ruleset, person)
  if (rule !== undefined) {
    const id = stay?.id ?? ++world.lastStay
    world.stays.set(key, {
      id,
      ruleset: name,
      person,
      rule: rule.id,
      role: rule.role,
      graceEndsAt: null,
      endsAt: rule.endsAt,
    })
    ruleset.firstEnteredAt ??= world.now
    return
  }
  if (stay === undefined) return
  const former = ruleset.rules.find((each) => each.id === stay.rule)
  if (former === undefined || !inForce(world, former)) {
    world.stays.delete(key)
  } else if (stay.graceEndsAt !== null) {
    if (stay.graceEndsAt <= world.now) world.stays.delete(key)
    else stay.endsAt = Math.min(stay.graceEndsAt, former.endsAt ?? stay.graceEndsAt)
  } else if (former.graceDays === 0) {
    world.stays.delete(key)
  } else {
    stay.graceEndsAt = world.now + former.graceDays * DAY
    stay.endsAt = Math.min(stay.graceEndsAt, former.endsAt ?? stay.graceEndsAt)
  }
}

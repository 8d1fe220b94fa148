import {
  type Account,
  accountId,
  type Condition,
  type Person,
  type Rule,
  type Ruleset,
  type World,
} from './world.ts'

function primaryAccount(world: World, person: string): Account | undefined {
  const id = world.people.get(person)?.account
  return id === null || id === undefined ? undefined : world.accounts.get(id)
}

/** The manager that accepted facts name; null where the edge is unresolved or would close a cycle. */
export function managerOf(world: World, person: string): string | null {
  const account = primaryAccount(world, person)
  if (account === undefined) return world.people.get(person)?.manager ?? null
  const reference = account.accepted?.values['manager']
  if (reference === undefined) return null
  const manager = world.accounts.get(accountId(world.primary, reference))
  // A new account that is held leads to no one yet.
  if (manager === undefined || manager.accepted === null) return null
  return manager.person === person ? null : manager.person
}

export function managersAbove(world: World, person: string): string[] {
  const above: string[] = []
  let manager = managerOf(world, person)
  while (manager !== null && !above.includes(manager) && manager !== person && above.length < 50) {
    above.push(manager)
    manager = managerOf(world, manager)
  }
  return above
}

export function onCycle(world: World, person: string): boolean {
  const seen = new Set<string>()
  let manager = managerOf(world, person)
  while (manager !== null && !seen.has(manager)) {
    if (manager === person) return true
    seen.add(manager)
    manager = managerOf(world, manager)
  }
  return false
}

function valuesOf(world: World, person: string, source: string, key: string): string[] {
  const values: string[] = []
  for (const account of world.accounts.values()) {
    if (account.person !== person || account.source !== source || account.accepted === null)
      continue
    if (
      account.accepted.state === 'deactivated' &&
      world.people.get(person)?.account !== accountId(source, account.vendorId)
    )
      continue
    const value = account.accepted.values[key]
    if (value !== undefined) values.push(value)
  }
  return values
}

function meets(world: World, person: string, condition: Condition): boolean {
  switch (condition.type) {
    case 'value':
      return valuesOf(world, person, condition.source, condition.key).some((value) =>
        condition.values.includes(value),
      )
    case 'attribute': {
      const accepted = world.attributes.get(condition.attribute) ?? []
      return valuesOf(world, person, world.primary, world.dimension).some((value) =>
        accepted.includes(value),
      )
    }
    case 'reports':
      return condition.all
        ? managersAbove(world, person).includes(condition.manager)
        : managerOf(world, person) === condition.manager
    case 'user':
      return condition.person === person
  }
}

function stateOf(world: World, person: Person): string {
  if (person.base === 'deactivated') return 'deactivated'
  if (person.expiresAt !== null && person.expiresAt <= world.now) return 'expired'
  if (person.base !== 'active') return person.base
  return person.expiresAt === null ? 'active' : 'expiring'
}

export function eligible(world: World, id: string): boolean {
  const person = world.people.get(id)
  if (person === undefined || !['active', 'expiring'].includes(stateOf(world, person))) return false
  return person.parent === null || eligible(world, person.parent)
}

export function eligiblePeople(world: World): string[] {
  return [...world.people.keys()].filter((id) => eligible(world, id))
}

export const inForce = (world: World, rule: Rule): boolean =>
  rule.endsAt === null || rule.endsAt > world.now

export function admitting(world: World, ruleset: Ruleset, person: string): Rule | undefined {
  return ruleset.rules.find(
    (rule) =>
      inForce(world, rule) && rule.conditions.every((condition) => meets(world, person, condition)),
  )
}

/** The keys that policy may read of a source: those that its integration lists, the state and the manager. */
export function readKeys(world: World, source: string): readonly string[] {
  return source === world.primary
    ? ['state', 'manager', 'department', 'title', 'desk']
    : ['state', 'level']
}

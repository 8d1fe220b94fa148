import { columnsFor } from '../../src/engine/columns/people-columns.ts'
import type { Condition } from '../../src/engine/model.ts'
import { suggestRules } from '../../src/engine/suggest/suggest-rules.ts'
import { suggestWorld } from '../../src/engine/suggest/suggest-world.ts'
import { suggestSource } from '../../src/policy/suggest/suggest-source.ts'
import { measureProcessor, timeOnce, type Findings } from '../figures.ts'
import { kindOfKey, makePeople, makePolicy, primaryIntegrationId } from '../world/policy-world.ts'
import { admittedBy, drawn, eligibleOf, type Asked, type Sample } from './samples-of-groups.ts'

const scale = { people: 100_000, rulesets: 500, rules: 2000 }
const wanted = 200

/** Half of the groups are made by a rule of two conditions with one stranger for twenty, half are drawn from everybody. */
export async function measureLarge(): Promise<Findings> {
  const integration = {
    id: primaryIntegrationId,
    handle: 'idp',
    isPrimary: true,
    selfServiceKeys: [],
  }
  const integrations = [{ ...integration, keys: Object.keys(kindOfKey) }]
  const allowed = { group: '', integrations, first: '', attributes: true, resources: true }
  const source = suggestSource(makePolicy(scale), allowed)
  const people = columnsFor(source.policy)
  people.putAll(makePeople(scale))
  const now = Date.UTC(2026, 0, 1)
  const begun = performance.now()
  const asked: Asked = { world: suggestWorld(source, people, now), source, now }
  const ready = performance.now() - begun
  const groups = groupsOf(asked)
  let explained = 0
  const processor = measureProcessor()
  const took = timeOnce(() => {
    for (const { members } of groups)
      explained += Number(suggestRules(asked.world, members).rules.length > 0)
  })
  const spent = processor()
  return {
    lines: [
      { what: 'attributes of everybody', side: 'Muster', value: ready / 1000, unit: 's' },
      {
        what: `rules for ${groups.length} groups`,
        side: 'Muster',
        value: spent / 1000,
        unit: 's',
        detail: `of the processor; ${(took / 1000).toFixed(1)} s by the clock; ${explained} of ${groups.length} explained`,
        budget: { atMost: 30 },
      },
    ],
    notes: ['One thread, without reading the people from PostgreSQL.'],
  }
}

function groupsOf(asked: Asked): Sample[] {
  const everybody = eligibleOf(asked.world)
  return Array.from({ length: wanted }, (_, at): Sample => {
    const name = `group ${at}`
    const size = 10 + ((at * 37) % 2000)
    if (at % 2 === 1) return { name, members: new Set(drawn(everybody, size, name)) }
    const conditions =
      at % 4 === 0
        ? [is('department', `Department ${at}`), is('type', 'employee')]
        : [is('division', `Division ${at % 30}`), is('title', 'Engineer I')]
    const made = admittedBy(asked, [{ conditions, people: 0, members: 0 }])
    return { name, members: made.union(new Set(drawn(everybody, Math.ceil(made.size / 20), name))) }
  })
}

function is(profileKey: string, value: string): Condition {
  return { type: 'identity', resourceId: null, profileKey, operator: 'equals', value }
}

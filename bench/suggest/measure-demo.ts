import { sql } from 'kysely'
import { connectDatabase } from '../../src/database/connect-database.ts'
import type { Database } from '../../src/database/database.ts'
import { hasBit } from '../../src/engine/columns/bitmap.ts'
import { columnsFor } from '../../src/engine/columns/people-columns.ts'
import { suggestRules } from '../../src/engine/suggest/suggest-rules.ts'
import { suggestWorld } from '../../src/engine/suggest/suggest-world.ts'
import { selectReadableIntegrations } from '../../src/policy/conditions/policy-keys.ts'
import { loadPolicy } from '../../src/policy/model/load-policy.ts'
import { peopleFacts } from '../../src/policy/model/people-facts.ts'
import { readsOf } from '../../src/policy/model/policy-reads.ts'
import { suggestSource } from '../../src/policy/suggest/suggest-source.ts'
import type { Findings, Line } from '../figures.ts'
import { choosePlacement } from '../processes/placement.ts'
import type { SuggestOptions } from '../options.ts'
import { openWorld } from '../world/open-world.ts'
import {
  drawn,
  eligibleOf,
  strangers,
  unseen,
  type Asked,
  type Sample,
} from './samples-of-groups.ts'

/** Groups of at least so many people. */
const fewest = 5

export async function measureDemo({ people, fresh }: SuggestOptions): Promise<Findings> {
  const world = await openWorld(choosePlacement(), { people, fresh })
  const database = await connectDatabase({ connection: { url: world.databaseUrl }, poolSize: 2 })
  try {
    return await measure(database)
  } finally {
    await database.close()
    await world.close()
  }
}

async function measure({ read }: Database): Promise<Findings> {
  const integrations = await selectReadableIntegrations(read)
  const { policy } = await loadPolicy(read)
  const now = Date.now()
  const allowed = { group: '', integrations, first: '', attributes: true, resources: true }
  const source = suggestSource(policy, allowed)
  const everybody = columnsFor(source.policy)
  for await (const { people } of peopleFacts(read, readsOf(source.policy), 'all'))
    everybody.putAll(people)
  const asked: Asked = { world: suggestWorld(source, everybody, now), source, now }
  const groups = await selectGroups(read, asked)
  const byChance = groups.filter(({ isByChance }) => isByChance)
  const others = groups.filter(({ isByChance }) => !isByChance)
  return {
    lines: [
      ...linesOf('by a rule', asked, others),
      ...linesOf('by chance', asked, byChance),
      randomLine(asked),
    ],
    notes: [
      'Exact: the rules admit every member who may be in a manifest, and nobody else. But for exceptions: at most one member in ten is left.',
      'By chance: the members of projects and on-call groups of the demo are drawn from a department.',
      'Unseen: the search is repeated without three in ten of the people, and its rules are held against them.',
      'Strangers: people drawn from everybody else, one for twenty members, are put into each group that is explained, unless they would be more than a tenth of everybody else.',
    ],
  }
}

type Group = Sample & { isByChance: boolean }

async function selectGroups(read: Database['read'], { world }: Asked): Promise<Group[]> {
  const { rows } = await sql<{ name: string; type: string; people: string[] }>`
    select coalesce(o.handle, o.name) as name, o.type, array_agg(distinct i.directory_user_id) as people
    from resource o join resource_member m on m.resource_id = o.id join identity i on i.id = m.identity_id
    where i.directory_user_id is not null group by o.id order by 1, o.id`.execute(read)
  return rows
    .map(({ name, type, people }) => ({
      name: `${type} ${name}`,
      members: new Set(
        people.map((id) => world.people.indexOf(id)).filter((at) => hasBit(world.eligible, at)),
      ),
      isByChance:
        type === 'codehost_project' || name.endsWith('on call') || name.endsWith('-oncall'),
    }))
    .filter(({ members }) => members.size >= fewest)
}

function linesOf(what: string, asked: Asked, groups: readonly Group[]): Line[] {
  const sums = {
    exact: 0,
    fit: 0,
    explained: 0,
    admitted: 0,
    right: 0,
    planted: 0,
    outside: 0,
    ms: 0,
  }
  for (const group of groups) {
    const begun = performance.now()
    const found = suggestRules(asked.world, group.members)
    sums.ms += performance.now() - begun
    const isExplained = found.rules.length > 0
    sums.explained += Number(isExplained)
    sums.exact += Number(isExplained && found.missing.length === 0 && found.extra.length === 0)
    const isFew = found.missing.length <= group.members.size / 10
    sums.fit += Number(isExplained && isFew && found.extra.length === 0)
    const held = unseen(asked, group)
    sums.admitted += held.admitted
    sums.right += held.right
    const others = strangers(asked, group)
    sums.planted += others.planted
    sums.outside += others.outside
  }
  const share = (name: string, part: number, whole: number, detail: string): Line => ({
    what: `groups ${what}: ${name}`,
    side: 'Muster',
    value: (100 * part) / whole,
    unit: '%',
    detail: `${part} of ${whole} ${detail}`,
  })
  if (sums.explained === 0) return [share('explained', 0, groups.length, 'groups')]
  return [
    share('explained', sums.explained, groups.length, 'groups'),
    share('exact', sums.exact, groups.length, 'groups'),
    share('exact but for exceptions', sums.fit, groups.length, 'groups'),
    share('right among the unseen', sums.right, sums.admitted, 'people'),
    share('strangers left outside', sums.outside, sums.planted, 'people'),
    {
      what: `groups ${what}: a search`,
      side: 'Muster',
      value: sums.ms / groups.length,
      unit: 'ms',
    },
  ]
}

function randomLine({ world }: Asked): Line {
  const everybody = eligibleOf(world)
  const sizes = Array.from({ length: 200 }, (_, at) => 5 + Math.round((at / 199) ** 3 * 495))
  const explained = sizes.filter(
    (size, at) => suggestRules(world, drawn(everybody, size, `random ${at}`)).rules.length > 0,
  ).length
  return {
    what: 'groups drawn from everybody: explained',
    side: 'Muster',
    value: (100 * explained) / sizes.length,
    unit: '%',
    detail: `${explained} of ${sizes.length} groups`,
    budget: { atMost: 0 },
  }
}

import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { holds } from '../../access/rights.ts'
import { encodeId } from '../../contract/ids.ts'
import { decisionPermissions, permissions, type Permission } from '../../contract/permissions.ts'
import { uuids } from '../../database/uuids.ts'
import type { Viewer } from '../../http/route/route.ts'
import {
  AnyId,
  Id,
  Instant,
  instant,
  Nullable,
  OneOf,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import { selectWaitingPlans } from '../../policy/plans/visible-plans.ts'
import { maySeeSomeRuleset } from '../../policy/rights/visible-ruleset.ts'
import { findHolders } from './find-holders.ts'
import { weighKinds, type Weighed, type WaitingKindName } from './weigh-kinds.ts'

const maximumCount = 1000
const maximumWeight = 10_000
const maximumSources = 3
/** Incidents and plans have items of their own: the largest of them. */
const maximumOwn = 10

/** How bad it is, and what deciding takes. `access`: it moves or holds access; `doubt`: what Muster knows may be wrong. */
const kinds = {
  incidents: { level: 'access', takes: decisionPermissions },
  plans: { level: 'access', takes: ['policy.change.approve'] },
  rejected_account_ends: { level: 'doubt', takes: decisionPermissions },
  rulesets_with_findings: { level: 'doubt', takes: ['policy.rule.manage'] },
  failing_sources: { level: 'doubt', takes: ['workspace.integration.sync'] },
  sources_with_unknown_states: { level: 'doubt', takes: ['workspace.integration.manage'] },
  waiting_accounts: { level: 'upkeep', takes: ['directory.identity.link'] },
  orphans: { level: 'upkeep', takes: ['directory.identity.link'] },
  unattended_services: { level: 'upkeep', takes: ['workspace.service.manage'] },
  unsponsored_services: { level: 'upkeep', takes: ['workspace.service.manage'] },
  unconfirmed_services: { level: 'upkeep', takes: ['workspace.service.manage'] },
  dimensions_with_surplus: { level: 'upkeep', takes: ['directory.dimension.manage'] },
} as const satisfies Record<WaitingKindName, { level: string; takes: readonly Permission[] }>

const levels = ['access', 'doubt', 'upkeep'] as const
// Object.keys forgets the names that the object above was declared with.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]

const Weight = Nullable(Type.Integer({ minimum: 0, maximum: maximumWeight, examples: [412] }))

const WaitingItem = Shape({
  kind: OneOf(kindNames),
  level: OneOf(levels),
  id: Nullable({
    ...AnyId,
    description: 'Of an incident or a plan, which have items of their own',
  }),
  count: Type.Integer({ minimum: 1, maximum: maximumCount, examples: [10] }),
  people: {
    ...Weight,
    description: `Whom it concerns, up to ${maximumWeight}; null if it concerns no one directly`,
  },
  memberships: {
    ...Weight,
    description: `Memberships that it moves, holds or leaves in doubt, up to ${maximumWeight}; null where none are, or the caller may not see them`,
  },
  sources: Type.Array(
    Shape({
      id: Id('integration'),
      name: Text(1000, {
        description: 'Its handle for callers without `workspace.integration.view`',
        examples: ['HR'],
      }),
    }),
    { maxItems: maximumSources },
  ),
  since: Nullable({ ...Instant, description: 'Since when the oldest of them waits' }),
  author: Nullable(
    Text(1000, {
      description: 'Who made the plan, for callers who may see them',
      examples: ['Ada Moreau'],
    }),
  ),
  may_decide: Type.Boolean({ examples: [true] }),
  permissions: Type.Array(OneOf(permissions), { description: 'What deciding takes everywhere' }),
  deciders: Type.Array(Text(200, { examples: ['Ada Moreau'] }), {
    maxItems: 3,
    description: 'People who hold these permissions, if the caller is a person who does not',
  }),
})

export const Waiting = Type.Array(WaitingItem, {
  maxItems: 2 * maximumOwn + kindNames.length,
  description:
    'What waits for a decision, by severity: the level, then memberships, people and count',
})

type Item = Static<typeof WaitingItem>
type Found = Weighed & { id?: string; author?: string | null }

/** What waits for a decision of anyone, as the caller may see it, the worst first. */
export async function weighDecisions(viewer: Viewer): Promise<Item[]> {
  const found = [
    ...(await weighIncidents(viewer)),
    ...(await weighPlans(viewer)),
    ...(await weighKinds(viewer, maximumWeight)),
  ].filter(({ count }) => count > 0)
  const sources = await nameSources(viewer, found)
  const items: Item[] = []
  for (const each of found) items.push(await present(viewer, each, sources))
  return items.sort(
    (a, b) =>
      levels.indexOf(a.level) - levels.indexOf(b.level) ||
      (b.memberships ?? 0) - (a.memberships ?? 0) ||
      (b.people ?? 0) - (a.people ?? 0) ||
      b.count - a.count,
  )
}

async function present(
  viewer: Viewer,
  { kind, id, count, people, memberships, integration_ids: ids, since, author }: Found,
  sources: ReadonlyMap<string, string>,
): Promise<Item> {
  const { level, takes } = kinds[kind]
  const mayDecide = takes.every((each) => holds(viewer.caller, each)) || hasRole(viewer, kind)
  return {
    kind,
    level,
    id: id === undefined ? null : encodeId(kind === 'plans' ? 'plan' : 'incident', id),
    count: Math.min(count, maximumCount),
    people: capped(people),
    memberships: capped(memberships),
    sources: (ids ?? [])
      .flatMap((each) => {
        const name = sources.get(each)
        return name === undefined ? [] : [{ id: encodeId('integration', each), name }]
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .slice(0, maximumSources),
    since: since == null ? null : instant(since),
    author: author ?? null,
    may_decide: mayDecide,
    permissions: [...takes],
    deciders: mayDecide ? [] : await findHolders(viewer, takes),
  }
}

const capped = (count: number | null | undefined) =>
  count == null ? null : Math.min(count, maximumWeight)

/** A role on one of the services or rulesets is enough to see them, and mostly to act there. */
function hasRole({ caller }: Viewer, kind: Found['kind']): boolean {
  if (kind.endsWith('_services')) return caller.serviceRoles.size > 0
  return (
    kind === 'rulesets_with_findings' &&
    [...caller.rulesetRoles.values()].some((role) => role !== 'audit')
  )
}

async function nameSources(
  { db, may }: Viewer,
  found: readonly Found[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(found.flatMap(({ integration_ids: each }) => each ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${may('workspace.integration.view') ? sql`name` : sql`handle`} as name from integration where id = any (${uuids(ids)})`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Counts the rows of a query, and stops where it is enough to know that there are many. */
const countOf = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::integer from (${rows} limit ${maximumWeight}) counted)`

async function weighIncidents({ db, may }: Viewer): Promise<Found[]> {
  if (!may('policy.rule.view')) return []
  const people = sql`select i.directory_user_id from held_account h join identity i on i.id = h.identity_id
    where h.incident_id = n.id and i.directory_user_id is not null group by i.directory_user_id`
  const memberships = sql`select from incident_movement m where m.incident_id = n.id and m.is_held`
  const { rows } = await sql<Found>`
    select 'incidents' as kind, n.id, 1 as count, ${countOf(people)} as people, ${countOf(memberships)} as memberships,
      array[n.integration_id] as integration_ids, n.opened_at as since
    from incident n where n.state = 'open' order by memberships desc, people desc, n.id limit ${maximumOwn}`.execute(
    db,
  )
  return rows
}

const total = (name: string) => sql`coalesce((p.totals ->> ${sql.lit(name)})::integer, 0)`

async function weighPlans(viewer: Viewer): Promise<Found[]> {
  if (!maySeeSomeRuleset(viewer)) return []
  const ids = await selectWaitingPlans(viewer, 100)
  if (ids.length === 0) return []
  const seesPeople = sql.lit(viewer.may('workspace.user.view'))
  const seesServices = sql.lit(viewer.may('workspace.service.view'))
  const { rows } = await sql<Found>`
    select 'plans' as kind, p.id, 1 as count, ${total('people')} as people,
      ${total('added')} + ${total('removed')} + ${total('role_changed')} + ${total('grace_started')} as memberships,
      p.created_at as since, coalesce(u.name, s.name) as author
    from plan p
    left join workspace_user u on p.author_type = 'user' and u.id = p.author_id and ${seesPeople}
    left join service s on p.author_type = 'service' and s.id = p.author_id and ${seesServices}
    where p.id = any (${uuids(ids)}) order by memberships desc, people desc, p.id limit ${maximumOwn}`.execute(
    viewer.db,
  )
  return rows
}

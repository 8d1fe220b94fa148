import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { holds } from '../../access/rights.ts'
import { encodeId } from '../../contract/ids.ts'
import {
  decisionPermissions,
  permissions,
  permissionsToDecide,
  type Permission,
} from '../../contract/permissions.ts'
import { uuids } from '../../database/uuids.ts'
import type { ReadContext, Viewer } from '../../http/route/route.ts'
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
import { toApprove } from '../../policy/limits/second-approval.ts'
import { findPlanDecisions, type PlanDecision } from '../../policy/plans/plan-decisions.ts'
import { maximumCount, type WaitingIds } from './decisions.ts'
import type { FindHolders } from './find-holders.ts'
import { weighKinds, type WaitingAmount, type WaitingKindName } from './weigh-kinds.ts'

const maximumWeight = 10_000
const maximumSources = 3
/** The largest incidents and plans have an item each. */
const maximumItemsOfKind = 10

/** How bad it is, and what deciding takes. `access`: it moves or holds access; `doubt`: what Muster knows may be wrong. */
const kinds = {
  incidents: { level: 'access', takes: decisionPermissions },
  plans: { level: 'access', takes: toApprove },
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
    description: `People that it concerns, up to ${maximumWeight}; null if it concerns no one directly`,
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
    description:
      'People who hold these permissions, if the caller is a person who may not decide. Not the author of a plan that takes two people',
  }),
})

export const Waiting = Type.Array(WaitingItem, {
  maxItems: 2 * maximumItemsOfKind + kindNames.length,
  description:
    'What waits for a decision, by severity: the level, then memberships, people and count',
})

type Item = Static<typeof WaitingItem>
type Amount = WaitingAmount & {
  /** Of an incident: every account that it holds has another profile. */
  changes_profiles?: boolean
  id?: string
  author?: string | null
  decision?: PlanDecision | undefined
}
type Shared = { waiting: WaitingIds; findHolders: FindHolders }

/** What waits for a decision of anyone, as the caller may see it, the worst first. */
export async function weighDecisions(context: ReadContext, shared: Shared): Promise<Item[]> {
  const { waiting, findHolders } = shared
  const found = [
    ...(await weighIncidents(context)),
    ...(await weighPlans(context, waiting.get('plans') ?? [])),
    ...(await weighKinds(context, waiting, maximumWeight)),
  ]
  const sources = await nameSources(context, found)
  const items: Item[] = []
  for (const each of found) items.push(await present(each, { context, sources, findHolders }))
  return items.sort(
    (a, b) =>
      levels.indexOf(a.level) - levels.indexOf(b.level) ||
      (b.memberships ?? 0) - (a.memberships ?? 0) ||
      (b.people ?? 0) - (a.people ?? 0) ||
      b.count - a.count,
  )
}

type Presenting = {
  context: Viewer
  sources: ReadonlyMap<string, string>
  findHolders: FindHolders
}

async function present(amount: Amount, presenting: Presenting): Promise<Item> {
  const { kind, id, count, people, memberships, since, author, decision } = amount
  const { integration_ids: ids, changes_profiles: changesProfiles } = amount
  const { context, sources, findHolders } = presenting
  const { level } = kinds[kind]
  const takes: readonly Permission[] =
    changesProfiles === undefined ? kinds[kind].takes : permissionsToDecide(changesProfiles)
  const mayDecide =
    decision?.mayDecide ??
    (takes.every((each) => holds(context.caller, each)) || hasRole(context, amount))
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
    deciders: mayDecide ? [] : await findHolders(takes, decision?.except),
  }
}

const capped = (count: number | null | undefined) =>
  count == null ? null : Math.min(count, maximumWeight)

/** An admin of one of the services decides about it. On rulesets every role but `audit` changes rules. */
function hasRole({ caller }: Viewer, { kind, ids = [] }: Amount): boolean {
  if (kind.endsWith('_services'))
    return ids.some((serviceId) => holds(caller, 'workspace.service.manage', { serviceId }))
  if (kind !== 'rulesets_with_findings') return false
  return ids.some((id) => (caller.rulesetRoles.get(id) ?? 'audit') !== 'audit')
}

async function nameSources(
  { db, may }: Viewer,
  found: readonly Amount[],
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

async function weighIncidents({ db, may }: Viewer): Promise<Amount[]> {
  if (!may('policy.rule.view')) return []
  const people = sql`select i.directory_user_id from held_account h join identity i on i.id = h.identity_id
    where h.incident_id = n.id and i.directory_user_id is not null group by i.directory_user_id`
  const memberships = sql`select from incident_movement m where m.incident_id = n.id and m.is_held`
  const { rows } = await sql<Amount>`
    select 'incidents' as kind, n.id, 1 as count, ${countOf(people)} as people, ${countOf(memberships)} as memberships,
      array[n.integration_id] as integration_ids, n.opened_at as since,
      exists (select from held_account h where h.incident_id = n.id) and not exists (
        select from held_account h join identity i on i.id = h.identity_id
        where h.incident_id = n.id and h.profile is not distinct from i.profile) as changes_profiles
    from incident n where n.state = 'open' order by memberships desc, people desc, n.id limit ${maximumItemsOfKind}`.execute(
    db,
  )
  return rows
}

const total = (name: string) => sql`coalesce((p.totals ->> ${sql.lit(name)})::integer, 0)`

async function weighPlans(context: ReadContext, ids: readonly string[]): Promise<Amount[]> {
  if (ids.length === 0) return []
  const seesPeople = sql.lit(context.may('workspace.user.view'))
  const seesServices = sql.lit(context.may('workspace.service.view'))
  const { rows } = await sql<Amount & { id: string }>`
    select 'plans' as kind, p.id, 1 as count, ${total('people')} as people,
      ${total('added')} + ${total('removed')} + ${total('role_changed')} + ${total('grace_started')} as memberships,
      p.created_at as since, coalesce(u.name, s.name) as author
    from plan p
    left join workspace_user u on p.author_type = 'user' and u.id = p.author_id and ${seesPeople}
    left join service s on p.author_type = 'service' and s.id = p.author_id and ${seesServices}
    where p.id = any (${uuids(ids)}) order by memberships desc, people desc, p.id limit ${maximumItemsOfKind}`.execute(
    context.db,
  )
  const decisions = await findPlanDecisions(
    context,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => Object.assign(row, { decision: decisions.get(row.id) }))
}

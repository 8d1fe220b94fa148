import { sql, type RawBuilder } from 'kysely'
import type { Viewer } from '../../http/route/route.ts'
import { failingSince, unknownStatesSince } from '../integrations/described-integration.ts'
import { uuids } from '../../database/uuids.ts'
import { maximumCount, type WaitingIds, type WaitingKind } from './decisions.ts'

type CountedKind = Exclude<WaitingKind, 'services_to_confirm' | 'incidents'>
export type WaitingKindName = CountedKind | 'incidents' | 'plans'

/** How much of a kind waits, with uuids. */
export type WaitingAmount = {
  kind: WaitingKindName
  count: number
  /** Of a kind. */
  ids?: readonly string[]
  people?: number | null
  memberships?: number | null
  /** Those that it comes from, in no order. */
  integration_ids?: string[] | null
  since?: Date | null
}

type Weight = {
  /** Joined to the rows that wait (`w`). */
  from?: RawBuilder<unknown>
  sources?: RawBuilder<unknown>
  since?: RawBuilder<unknown>
  people?: RawBuilder<unknown>
  memberships?: RawBuilder<unknown>
}

/** The kinds of which one item says how much there is, each as far as the caller may see it. */
export async function weighKinds(
  viewer: Viewer,
  waiting: WaitingIds,
  maximumWeight: number,
): Promise<WaitingAmount[]> {
  const found: WaitingAmount[] = []
  for (const { kind, ...weight } of weights(viewer, maximumWeight)) {
    const ids = waiting.get(kind)?.slice(0, maximumCount) ?? []
    if (ids.length === 0) continue
    const { from = sql``, sources, since, people, memberships } = weight
    const { rows: counted } = await sql<Omit<WaitingAmount, 'kind' | 'count' | 'ids'>>`
      with w as materialized (select unnest(${uuids(ids)}) as id)
      select ${people ?? sql`null::integer`} as people,
        ${memberships ?? sql`null::integer`} as memberships,
        ${sources === undefined ? sql`null::uuid[]` : sql`(select array_agg(distinct ${sources}) from w ${from})`} as integration_ids,
        ${since === undefined ? sql`null::timestamptz` : sql`(select min(${since}) from w ${from})`} as since`.execute(
      viewer.db,
    )
    for (const each of counted) found.push({ kind, count: ids.length, ids, ...each })
  }
  return found
}

function weights({ may }: Viewer, maximum: number): (Weight & { kind: CountedKind })[] {
  const countOf = (rows: RawBuilder<unknown>) =>
    sql`(select count(*)::integer from (${rows} limit ${maximum}) counted)`
  const accounts = sql`join identity i on i.id = w.id`
  const ofPeople = sql`select distinct i.directory_user_id from w ${accounts} where i.directory_user_id is not null`
  const atVendors = may('directory.resource.view') && {
    memberships: countOf(sql`select from w join resource_member m on m.identity_id = w.id`),
  }
  const ofAccounts = { from: accounts, sources: sql`i.integration_id`, ...atVendors }
  const ofSources = {
    from: sql`join integration g on g.id = w.id`,
    sources: sql`g.id`,
    // Of so many accounts that the distinct people of few accounts each reach the maximum, not of all.
    ...(may('directory.user.view') && {
      people: countOf(sql`select distinct directory_user_id from (
        select i.directory_user_id from w join identity i on i.integration_id = w.id
        where i.directory_user_id is not null and i.state <> 'deactivated' limit ${4 * maximum}) accounts`),
    }),
  }
  return [
    {
      kind: 'rejected_account_ends',
      from: sql`${accounts} join held_account h on h.identity_id = w.id`,
      sources: sql`i.integration_id`,
      since: sql`h.since`,
      people: countOf(ofPeople),
      ...(may('policy.rule.view') && {
        memberships: countOf(sql`select from policy_user u join ruleset rs on rs.id = u.ruleset_id
          where u.directory_user_id in (${ofPeople}) and u.deleted_at is null and rs.resource_id is not null`),
      }),
    },
    {
      kind: 'rulesets_with_findings',
      memberships: sql`(select coalesce(sum(t.people), 0)::integer from ruleset_tally t join w on w.id = t.ruleset_id)`,
    },
    { kind: 'failing_sources', ...ofSources, since: failingSince },
    { kind: 'sources_with_unknown_states', ...ofSources, since: unknownStatesSince },
    { kind: 'waiting_accounts', ...ofAccounts, since: sql`i.created_at` },
    { kind: 'orphans', ...ofAccounts, since: sql`i.created_at` },
    { kind: 'unattended_services' },
    { kind: 'unsponsored_services' },
    {
      kind: 'unconfirmed_services',
      from: sql`join service s on s.id = w.id`,
      since: sql`s.confirm_by`,
    },
    { kind: 'dimensions_with_surplus' },
  ]
}

import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { decodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import type { ReadContext } from '../../http/route/route.ts'
import {
  Id,
  Instant,
  instantOrNull,
  Nullable,
  Shape,
  Text,
  PolicyResourceId,
} from '../../http/shapes/schema.ts'
import { mayViewRuleset } from '../rights/visible-ruleset.ts'

/** A person and a policy resource, by their ids. */
export const AccessPair = Shape({ user_id: Id('directoryUser'), resource_id: PolicyResourceId })
export type AccessPair = Static<typeof AccessPair>

export const CheckedAccess = Shape(
  {
    ...AccessPair.properties,
    is_in: Type.Boolean({
      description: 'Whether the manifest of the resource has the person now',
      examples: [true],
    }),
    role_name: Nullable(Text(200, { examples: ['Member'] })),
    role_handle: Nullable(Text(63, { examples: ['member'] })),
    until: Nullable({
      ...Instant,
      description:
        'The first known end: of the stay, of the person, or of the main record of a secondary user',
    }),
  },
  { $id: 'CheckedAccess' },
)

type PairRow = {
  is_person: boolean
  is_resource: boolean
  ruleset_id: string | null
  version: number
  epoch: number
  is_in: boolean
  role_name: string | null
  role_handle: string | null
  until: Date | null
}

/** A row for each of the pairs, in their order, all as of one instant. */
export async function findPairs(db: Reader, pairs: readonly AccessPair[]): Promise<PairRow[]> {
  const uuids = (kind: 'directoryUser' | 'attribute' | 'resource', key: keyof AccessPair) =>
    pairs.map((pair) => decodeId(kind, pair[key]) ?? null)
  const { rows } = await sql<PairRow>`
    select p.id is not null as is_person, a.id is not null or o.id is not null as is_resource, rs.id as ruleset_id,
      coalesce(v.version, 0) as version, e.epoch, s.id is not null as is_in, pr.name as role_name, pr.handle as role_handle,
      case when s.id is not null then least(s.expires_at, p.expires_at, parent.expires_at) end as until
    from unnest(${uuids('directoryUser', 'user_id')}::uuid[], ${uuids('attribute', 'resource_id')}::uuid[],
        ${uuids('resource', 'resource_id')}::uuid[]) with ordinality as asked (user_id, attribute_id, resource_id, place)
      cross join policy_epoch e
      left join directory_user p on p.id = asked.user_id
      left join directory_user parent on parent.id = p.parent_user_id
      left join directory_user_version v on v.directory_user_id = p.id
      left join attribute a on a.id = asked.attribute_id
      left join resource o on o.id = asked.resource_id
      left join lateral (
        select id from ruleset where attribute_id = a.id union all select id from ruleset where resource_id = o.id) rs on true
      left join policy_user s on s.ruleset_id = rs.id and s.directory_user_id = p.id and s.deleted_at is null
      left join rule r on r.id = s.rule_id
      left join policy_role pr on pr.id = r.policy_role_id
    order by asked.place`.execute(db)
  return rows
}

/** Whether the caller may see who is in. A resource without a ruleset has nobody, for those who may see all rulesets. */
export function mayCheck(context: Pick<ReadContext, 'may'>, row: PairRow): boolean {
  if (!row.is_resource) return false
  return row.ruleset_id === null
    ? context.may('policy.rule.view')
    : mayViewRuleset(context, row.ruleset_id)
}

export function presentChecked(pair: AccessPair, row: PairRow): Static<typeof CheckedAccess> {
  const { is_in, role_name, role_handle, until } = row
  return { ...pair, is_in, role_name, role_handle, until: instantOrNull(until) }
}

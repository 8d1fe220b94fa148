import { sql, type RawBuilder } from 'kysely'
import type { IdKind } from '../../contract/ids.ts'
import type { Permission } from '../../contract/permissions.ts'
import { uuids } from '../../database/uuids.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { viewableRulesets } from '../../policy/rights/visible-ruleset.ts'
import { rulesetTitle } from '../../policy/shapes/columns.ts'
import { hasRoleOn } from '../services/queries.ts'

/** How the records of a kind are called: `id` and `name` over the tables of `from`. */
type Nameable = {
  kind: IdKind
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  name: RawBuilder<unknown>
  /** The names that the caller may see. */
  isVisible: (context: ReadContext) => RawBuilder<unknown>
}

const ofRuleset = sql`ruleset rs left join attribute a on a.id = rs.attribute_id left join resource o on o.id = rs.resource_id`

/** A rule is called by what it gives: its description can contain values of profiles. */
const ofRule = sql`rule r join policy_role pr on pr.id = r.policy_role_id
  join ruleset rs on rs.id = r.ruleset_id
  left join attribute a on a.id = rs.attribute_id left join resource o on o.id = rs.resource_id`

const ofIdentity = sql`identity i join integration g on g.id = i.integration_id`

export const nameableKinds: readonly Nameable[] = [
  plain('directoryUser', 'directory.user.view', { table: 'directory_user', name: 'full_name' }),
  plain('workspaceUser', 'workspace.user.view', { table: 'workspace_user', name: 'name' }),
  plain('resource', 'directory.resource.view', { table: 'resource', name: 'name' }),
  plain('attribute', 'directory.attribute.view', { table: 'attribute', name: 'name' }),
  plain('dimension', 'directory.dimension.view', { table: 'dimension', name: 'name' }),
  plain('integration', 'workspace.integration.view', { table: 'integration', name: 'name' }),
  plain('role', 'workspace.role.view', { table: 'role', name: 'name' }),
  {
    kind: 'identity',
    from: ofIdentity,
    id: sql`i.id`,
    name: sql`coalesce(nullif(i.full_name, ''), i.vendor_id) || ' (' || g.handle || ')'`,
    isVisible: ({ may }) => sql.lit(may('directory.identity.view')),
  },
  {
    kind: 'service',
    from: sql`service`,
    id: sql`service.id`,
    name: sql`service.name`,
    isVisible: ({ caller, may, now }) => {
      if (may('workspace.service.view')) return sql`true`
      if (!may('workspace.service.view', { own: true })) return sql`false`
      return caller.type === 'user' ? hasRoleOn(caller.id, now) : sql`service.id = ${caller.id}`
    },
  },
  {
    kind: 'ruleset',
    from: ofRuleset,
    id: sql`rs.id`,
    name: rulesetTitle,
    isVisible: visibleRuleset,
  },
  {
    kind: 'rule',
    from: ofRule,
    id: sql`r.id`,
    name: sql`pr.name || ': ' || ${rulesetTitle}`,
    isVisible: visibleRuleset,
  },
]

function plain(
  kind: IdKind,
  permission: Permission,
  { table, name }: { table: string; name: string },
): Nameable {
  return {
    kind,
    from: sql.table(table),
    id: sql`id`,
    name: sql.ref(name),
    isVisible: ({ may }) => sql.lit(may(permission)),
  }
}

function visibleRuleset(context: ReadContext): RawBuilder<unknown> {
  if (context.may('policy.rule.view')) return sql`true`
  return sql`rs.id = any (${uuids(viewableRulesets(context))})`
}

import { sql, type RawBuilder } from 'kysely'
import { profileValuePermission } from '../../contract/permissions.ts'
import { uuids } from '../../database/uuids.ts'
import type { Viewer } from '../../http/route/route.ts'
import { viewableRulesets } from '../rights/visible-ruleset.ts'

/** Whether a ruleset of a plan (`r`) is visible. Those of attributes that it makes are named after values of profiles. */
export function isVisiblePlanRuleset(context: Pick<Viewer, 'caller' | 'may'>): RawBuilder<boolean> {
  if (!context.may('policy.rule.view'))
    return sql<boolean>`(not r.is_new and r.ruleset_id = any (${uuids(viewableRulesets(context))}))`
  return context.may(profileValuePermission)
    ? sql<boolean>`true`
    : sql<boolean>`(not r.is_new or r.type <> 'directory_attribute')`
}

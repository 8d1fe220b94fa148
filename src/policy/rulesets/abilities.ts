import { sql } from 'kysely'
import type { RulesetRight } from '../../contract/permissions.ts'
import { abilitiesOn } from '../../http/reads/abilities.ts'
import { permissionToName } from '../conditions/condition-input.ts'
import { mayOnRuleset } from '../rights/ruleset-rights.ts'

export const rulesetAbilities = abilitiesOn(
  'ruleset',
  async (_context, ids) => ids.map((id) => ({ id })),
  (context, { id }) => {
    const has = (right: RulesetRight) => mayOnRuleset(context, id, right)
    return {
      update: has('administer'),
      create_rule: has('draft'),
      create_exception: has('activate') && context.may(permissionToName.directoryUser),
      create_admin: has('administer'),
    }
  },
)

export const rulesetAdminAbilities = abilitiesOn(
  'rulesetAdmin',
  async ({ db }, ids) => {
    const { rows } = await sql<{ id: string; rulesetId: string }>`
      select id, ruleset_id as "rulesetId" from ruleset_admin where id = any (${ids}::uuid[])`.execute(
      db,
    )
    return rows
  },
  (context, { rulesetId }) => {
    const administers = mayOnRuleset(context, rulesetId, 'administer')
    return { update: administers, delete: administers }
  },
)

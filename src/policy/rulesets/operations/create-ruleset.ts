import { Type } from 'typebox'
import { encodeId } from '../../../contract/ids.ts'
import { resourceTypes, rulesetStates, type ResourceType } from '../../../contract/states.ts'
import type { Transaction } from '../../../database/database.ts'
import { unprocessable } from '../../../http/problem.ts'
import { Id, OneOf } from '../../../http/schema.ts'
import { noLimits, withLimits } from '../../limits/limit-values.ts'
import { namedId, NewRef, operationKind } from '../../changes/operation-kind.ts'
import { insertRulesets } from './write-rulesets.ts'
import { askIfLooser } from './ask-if-looser.ts'
import { rulesetChangeProperties } from './change-ruleset.ts'

/** The fields of a new ruleset. An attribute has one from the beginning. */
export const newRulesetProperties = {
  resource_id: Id('resource'),
  ...rulesetChangeProperties,
  state: Type.Optional(
    OneOf(rulesetStates, { description: 'Without it `unmanaged`: no one is moved yet' }),
  ),
}

/** The ruleset of a vendor's resource that has none yet. */
export const createRuleset = operationKind(
  'create_ruleset',
  { ref: NewRef, ...newRulesetProperties },
  async (work, { resource_id, state, is_authoritative, expires_after_days, ...given }) => {
    const { tx, context } = work
    await context.ask('policy.ruleset.manage')
    await context.ask('directory.resource.view')
    const limits = withLimits(noLimits, given)
    await askIfLooser(work, noLimits, limits)
    const resourceId = namedId(work, 'resource', 'resource_id', resource_id)
    const type = await requireFree(tx, resourceId)
    const values = {
      state: state ?? ('unmanaged' as const),
      isAuthoritative: is_authoritative ?? false,
      expiresAfterDays: expires_after_days ?? null,
      limits,
    }
    const owner = { type, resourceId }
    const [id = ''] = await insertRulesets(tx, context.actor, [{ owner, values }])
    return { record: { kind: 'ruleset', id }, reach: { rulesets: [id] } }
  },
)

/** The type of a resource without a ruleset; 422 for one that has it, or that is not there. */
async function requireFree(tx: Transaction, id: string): Promise<ResourceType> {
  const found = await tx
    .selectFrom('resource as o')
    .leftJoin('ruleset as s', 's.resource_id', 'o.id')
    .select(['o.type', 's.id as ruleset_id'])
    .where('o.id', '=', id)
    .where('o.state', '=', 'active')
    .executeTakeFirst()
  const type = resourceTypes.find((known) => known === found?.type)
  if (found === undefined || type === undefined)
    throw unprocessable({ resource_id: ['names no active resource'] })
  if (found.ruleset_id === null) return type
  const ruleset = encodeId('ruleset', found.ruleset_id)
  throw unprocessable({ resource_id: [`has the ruleset ${ruleset} already; change that one`] })
}

import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { resourceTypes, rulesetStates, type ResourceType } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { Id, OneOf } from '../../http/shapes/schema.ts'
import { namedId } from '../changes/operation-kind.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { noLimits, withLimits } from '../limits/limit-values.ts'
import { writtenRuleset } from './answer-ruleset.ts'
import { askIfLooser } from './ask-if-looser.ts'
import { DescribedRuleset, rulesetChangeProperties } from './schema.ts'
import { insertRulesets } from './write-rulesets.ts'

/** The ruleset of a vendor's resource that has none yet. */
export const createRuleset = policyCommand({
  op: 'create_ruleset',
  id: 'createRuleset',
  method: 'POST',
  url: '/policy/rulesets',
  summary: 'Make the ruleset of a resource',
  description:
    'The policy of a vendor’s resource that has none yet; an attribute comes with its own. Until it is `managed` and rules are in ' +
    'force there, no one is moved. 422 `errors.resource_id` names the ruleset that a resource has already. Needs `directory.resource.view` ' +
    'as well; limits above those of the workspace also take `policy.change.approve`.',
  needs: { permission: 'policy.ruleset.manage' },
  params: {},
  body: {
    resource_id: Id('resource'),
    ...rulesetChangeProperties,
    state: Type.Optional(
      OneOf(rulesetStates, { description: 'Without it `unmanaged`: no one is moved yet' }),
    ),
  },
  creates: true,
  response: DescribedRuleset,
  answer: writtenRuleset,
  run: async (work, { resource_id, state, is_authoritative, expires_after_days, ...given }) => {
    const { tx, context } = work
    await context.ask('policy.ruleset.manage')
    await context.ask('directory.resource.view')
    const limits = withLimits(noLimits, given)
    const exceeded = await askIfLooser(work, [noLimits, limits], [])
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
    return { record: { kind: 'ruleset', id }, reach: { rulesets: [id] }, exceeded }
  },
})

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

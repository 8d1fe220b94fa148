import { may } from '../../access/rights.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { Ready } from '../../http/bodies/ready.ts'
import { ReadyBody } from '../../http/bodies/ready-bodies.ts'
import { notFound } from '../../http/refusals/problem.ts'
import { formatEtag, formatUnsettledEtag } from '../../http/route/etag.ts'
import { readRoute, type HotAnswer } from '../../http/route/route.ts'
import { Id, PolicyResourceId, Shape } from '../../http/shapes/schema.ts'
import { askForSomeRuleset } from '../rights/visible-ruleset.ts'
import { CheckedAccess, findPairs, mayCheck, presentChecked } from './checked-access.ts'

/** Scripts ask this most. A change of the stay, of the person or of the ruleset makes a new version, as for a describe. */
export const checkAccess = readRoute({
  id: 'checkAccess',
  url: '/policy/check',
  summary: 'Check whether a directory user has access to a resource',
  description:
    'Whether the manifest of a policy resource has the person now, in which role, and until when, as far as an end is known. Nobody is in a resource without a managed ruleset. A deleted person is in none. ' +
    'Needs `directory.user.view` as well. A resource whose ruleset the caller may not see is answered with 404.',
  access: { row: 'policy.rule.view' },
  query: Shape({ user: Id('directoryUser'), resource: PolicyResourceId }),
  response: CheckedAccess,
  isVersioned: true,
  hot: answerFromMemory,
  hotParameter: 'user',
  handler: async (context) => {
    const { db, services, isSettled } = context
    const { user, resource } = context.query
    await askForSomeRuleset(context)
    requirePermission(context.caller, 'directory.user.view')
    const { generation } = services.bodies
    const pair = { user_id: user, resource_id: resource }
    const [row] = await findPairs(db, [pair])
    if (row?.is_person !== true) throw notFound('directoryUser', user)
    if (!mayCheck(context, row))
      throw notFound(resource.startsWith('dratr') ? 'attribute' : 'resource', resource)
    const text = JSON.stringify(presentChecked(pair, row))
    if (!isSettled) return new Ready(text, formatUnsettledEtag(row.version), false)
    const etag = formatEtag(row.version, String(row.epoch))
    const { ruleset_id: rulesetId } = row
    if (rulesetId === null) return new Ready(text, etag)
    const body = new CheckedBody(text, etag, { ...row, rulesetId })
    services.bodies.put(user, representationOf(resource), body, generation)
    return body
  },
})

/** What is kept with a short text: it, its tag, and their places in maps. */
const bytesBeside = 500

class CheckedBody extends ReadyBody {
  readonly rulesetId: string

  constructor(
    text: string,
    etag: string,
    { rulesetId, ...versions }: { version: number; epoch: number; rulesetId: string },
  ) {
    super(text, etag, versions)
    this.rulesetId = rulesetId
    this.bytes += bytesBeside
  }
}

/** What follows the user in the query, as programs send it. */
function representationOf(resource: string): string {
  return `&resource=${resource}`
}

function answerFromMemory(
  ...[services, caller, user, search]: Parameters<HotAnswer>
): ReadyBody | undefined {
  const body = services.bodies.get(user, search.slice('user='.length + user.length))
  if (!(body instanceof CheckedBody) || !may(caller, 'directory.user.view')) return undefined
  return may(caller, 'policy.rule.view', { rulesetId: body.rulesetId }) ? body : undefined
}

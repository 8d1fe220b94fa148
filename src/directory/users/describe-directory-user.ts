import { Type } from 'typebox'
import type { Instant } from '../../engine/model.ts'
import { may } from '../../access/caller.ts'
import { requirePermission } from '../../http/authorise.ts'
import { formatEtag } from '../../http/etag.ts'
import { noSuch } from '../../http/problem.ts'
import type { Ready } from '../../http/ready.ts'
import { ReadyBody } from '../../http/ready-bodies.ts'
import { readRoute, type HotAnswer } from '../../http/route.ts'
import { Shape } from '../../http/schema.ts'
import type { Services } from '../../http/services.ts'
import { policyCacheOf } from '../../policy/policy-cache-of.ts'
import type { LoadedPolicy } from '../../policy/compiled-policy.ts'
import { hasStagedRules, stagedRules } from '../../policy/staged-rules.ts'
import {
  findBodyVersion,
  findDescribedUser,
  findRules,
  parseJson,
  type DescribedRow,
  type PersonFacts,
} from './describe-queries.ts'
import { includeValues, readInclude, type Include } from './include.ts'
import { presentDirectoryUser, type StagedRules } from './present-directory-user.ts'
import { DirectoryUser } from './schema.ts'

/** The contract's second operation. */
export const describeDirectoryUser = readRoute({
  id: 'describeDirectoryUser',
  method: 'GET',
  url: '/directory/users/:user',
  tag: 'directory',
  summary: 'Describe a directory user',
  description:
    'Everything about one person: identity data, organisation, counts, relations and, where `include` asks for them, policy data. ' +
    'Values of `include` that begin with `policy-` need `policy.rule.view` as well. A deleted user is described too, with `deleted_at` set.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: Shape({
    include: Type.Optional(
      Type.String({
        maxLength: 4000,
        description: `Any of ${includeValues.join(', ')}, separated by commas`,
      }),
    ),
  }),
  status: 200,
  response: DirectoryUser,
  checkQuery: ({ include }) => void readInclude(include),
  hot: answerFromMemory,
  handler: async ({ params, query, caller, services, now }) => {
    const include = readInclude(query.include)
    if (include.needsPolicy) requirePermission(caller, 'policy.rule.view')
    return (
      (await readyBody(services, params.user, include)) ??
      buildBody(services, params.user, include, now.getTime())
    )
  },
})

const includes = new Map<string, Include>()
const maximumIncludes = 1000

function answerFromMemory(
  ...[services, caller, user, search]: Parameters<HotAnswer>
): ReadyBody | undefined {
  const include = includes.get(search) ?? readSearch(search)
  if (include === undefined || !may(caller, 'directory.user.view')) return undefined
  if (include.needsPolicy && !may(caller, 'policy.rule.view')) return undefined
  return services.bodies.get(user, include.representation)
}

/** The include of a search that is nothing else; undefined leaves anything unusual to the slow path. */
function readSearch(search: string): Include | undefined {
  if (search !== '' && !/^include=[a-z,-]*$/.test(search)) return undefined
  try {
    const include = readInclude(search.slice('include='.length))
    if (includes.size < maximumIncludes) includes.set(search, include)
    return include
  } catch {
    return undefined
  }
}

/** A ready body whose versions are still those of the database. */
async function readyBody(
  services: Services,
  user: string,
  include: Include,
): Promise<Ready | undefined> {
  const body = services.bodies.get(user, include.representation)
  if (body === undefined) return undefined
  if (services.lease.isAlone() && services.due.nothingDue()) return body
  const current = await findBodyVersion(services.database.read, user)
  return current?.version === body.version && current.epoch === body.epoch ? body : undefined
}

async function buildBody(
  services: Services,
  user: string,
  include: Include,
  now: Instant,
): Promise<Ready> {
  const { bodies, database } = services
  const { generation } = bodies
  const policies = policyCacheOf(database)
  const known = await policies.compiledPolicy(database.read, 0)
  const row = await findDescribedUser(
    database.read,
    user,
    include.families,
    hasStagedRules(known.compiled),
  )
  if (row === undefined) throw noSuch('directoryUser', user)
  const policy = await policies.compiledPolicy(database.read, row.epoch)
  // The policy moved between the two: the facts may be missing. Read again under the new one.
  if (policy.epoch !== known.epoch) return buildBody(services, user, include, now)
  const staged = await findStaged(services, policy, row, include, now)
  const bytes = Buffer.from(
    JSON.stringify(presentDirectoryUser(row, include, staged, services.publicOrigin)),
  )
  const etag = formatEtag(row.row_version, `${row.version}-${row.epoch}-${include.representation}`)
  const body = new ReadyBody(bytes, etag, row)
  bodies.put(user, include.representation, body, generation)
  return body
}

async function findStaged(
  services: Services,
  policy: LoadedPolicy,
  row: DescribedRow,
  include: Include,
  now: Instant,
): Promise<StagedRules> {
  if (row.facts === null) return { count: 0, rules: [] }
  const ids = stagedRules(policy.compiled, toFacts(row, parseJson<PersonFacts>(row.facts)), now)
  const shown = include.families.includes('policy_rules_staged') && ids.length > 0
  return {
    count: ids.length,
    rules: shown ? await findRules(services.database.read, ids.slice(0, 200)) : [],
  }
}

function toFacts(row: DescribedRow, facts: PersonFacts) {
  const summary = parseJson<{ id: string; manager_id: string | null }>(row.summary)
  const times = parseJson<{ expires_at: string | null; deleted_at: string | null }>(row.timestamp)
  return {
    id: summary.id,
    baseState: row.base_state,
    expiresAt: milliseconds(times.expires_at),
    deletedAt: milliseconds(times.deleted_at),
    managerId: summary.manager_id,
    managersAbove: facts.managers,
    identities: facts.identities.map(({ integration_id, profile }) => ({
      integrationId: integration_id,
      profile,
    })),
  }
}

function milliseconds(iso: string | null): Instant | null {
  return iso === null ? null : Date.parse(iso)
}

import type { Instant } from '../../engine/model.ts'
import type { Caller } from '../../access/caller.ts'
import { holds, may } from '../../access/rights.ts'
import { encodeId } from '../../contract/ids.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import type { Reader } from '../../database/database.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { formatEtag, formatUnsettledEtag } from '../../http/route/etag.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { Ready } from '../../http/bodies/ready.ts'
import { ReadyBody } from '../../http/bodies/ready-bodies.ts'
import { readRoute, type HotAnswer, type ReadContext } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import type { Services } from '../../http/route/services.ts'
import { policyCacheOf } from '../../policy/model/policy-cache-of.ts'
import { policyViewer, type PolicyViewer } from '../../policy/shapes/withhold.ts'
import { findStateSource } from '../../policy/shapes/state-source.ts'
import { selectIncidentsOfPeople } from '../../policy/shapes/incident-ref.ts'
import { hasStagedRules } from './staged-rules.ts'
import {
  findBodyVersion,
  findDescribedUser,
  isUntouchedByDue,
  type DescribedRow,
} from './describe-queries.ts'
import { findStaged } from './find-staged.ts'
import { IncludeParameter, readInclude, representationOf, type Include } from './include.ts'
import { presentDirectoryUser, type StagedRules } from './present-directory-user.ts'
import { DirectoryUser } from './schema.ts'
import { seesWorkspaceUsers } from './workspace-user-ref.ts'

/** The contract's second operation. */
export const describeDirectoryUser = readRoute({
  id: 'describeDirectoryUser',
  url: '/directory/users/:user',
  summary: 'Describe a directory user',
  description:
    'Everything about one person: identity data, organisation, counts, relations and, where `include` asks for them, policy data. ' +
    '`state-source` says who decides about the state, and by which day of the source. `incidents` are the open incidents that hold one of their accounts. It and values of `include` that begin with `policy-` need `policy.rule.view` as well; the values that conditions on a profile ask for are left out of what rules say if the caller lacks `directory.identity.profile.view`. A deleted user is described too, with `deleted_at` set.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: Shape({ include: IncludeParameter }),
  response: DirectoryUser,
  checkQuery: ({ include }) => void readInclude(include),
  hot: answerFromMemory,
  isUntouched: (db, { user }, now) => isUntouchedByDue(db, user, now),
  handler: async (context) => {
    const { params, query, caller, services, now } = context
    const include = readInclude(query.include)
    if (include.needsPolicy) requirePermission(caller, 'policy.rule.view')
    const view = viewOf(include, caller)
    if (!context.isSettled) return describeUnsettled(context, view)
    return (
      (await readyBody(services, params.user, view)) ??
      buildBody(services, params.user, view, now.getTime())
    )
  },
})

/** What is included and for which kind of viewer: viewers with different rights share no body. */
type View = {
  include: Include
  viewer: PolicyViewer
  seesNames: boolean
  representation: string
}

function viewOf(include: Include, caller: Caller): View {
  // Values that are not included are not shown by the right to them.
  const showsValues = include.representation !== include.withheldRepresentation
  const mayDo = (permission: Permission) =>
    permission === profileValuePermission && !showsValues
      ? holds(caller, permission)
      : may(caller, permission)
  const viewer = policyViewer(mayDo)
  const seesNames = seesWorkspaceUsers(mayDo)
  const { seesProfileValues } = viewer
  const representation = representationOf(include, { seesProfileValues, seesNames })
  return { include, viewer, seesNames, representation }
}

const includes = new Map<string, Include>()
const maximumIncludes = 1000

function answerFromMemory(
  ...[services, caller, id, search]: Parameters<HotAnswer>
): ReadyBody | undefined {
  const include = includes.get(search) ?? readSearch(search)
  if (include === undefined || !may(caller, 'directory.user.view')) return undefined
  if (include.needsPolicy && !may(caller, 'policy.rule.view')) return undefined
  return services.bodies.get(id, viewOf(include, caller).representation)
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

/** From the snapshot only, not from memory. */
async function describeUnsettled(
  { db, params, services, now }: ReadContext<{ user: 'directoryUser' }>,
  view: View,
): Promise<Ready> {
  const question = { user: params.user, view, now: now.getTime() }
  const reading = await readOnSnapshot(db, services, question)
  const etag = formatUnsettledEtag(reading.row.row_version)
  return new Ready(textOf(reading, view, services), etag, false)
}

type Question = { user: string; view: View; now: Instant }

/** The parts of a body, all as of one instant. */
type Reading = {
  row: DescribedRow
  staged: StagedRules
  extras: Awaited<ReturnType<typeof findExtras>>
}

/** In one snapshot, under the policy that it sees. */
async function readOnSnapshot(
  db: Reader,
  services: Services,
  { user, view: { include }, now }: Question,
): Promise<Reading> {
  const policy = await policyCacheOf(services.database).inTransaction(db)
  const needsFacts = hasStagedRules(policy.compiled)
  const row = await findDescribedUser(db, user, include.families, needsFacts)
  if (row === undefined) throw noSuch('directoryUser', user)
  const staged = await findStaged(db, policy, row, { include, now })
  return { row, staged, extras: await findExtras(db, user, include) }
}

/**
 * Under the policy that memory has, mostly in one statement. Undefined if the policy has changed, or the person did between
 * two statements.
 */
async function readAtOnce(
  { database }: Services,
  { user, view: { include }, now }: Question,
): Promise<Reading | undefined> {
  const policy = await policyCacheOf(database).compiledPolicy(database.read, 0)
  const needsFacts = hasStagedRules(policy.compiled)
  const row = await findDescribedUser(database.read, user, include.families, needsFacts)
  if (row === undefined) throw noSuch('directoryUser', user)
  if (row.policy !== policy.version) return undefined
  const staged = await findStaged(database.read, policy, row, { include, now })
  const extras = await findExtras(database.read, user, include)
  const hasRead =
    include.incidents ||
    include.stateSource ||
    (staged.count > 0 && include.families.includes('policy_rules_staged'))
  if (hasRead && !(await isStillSo(database.read, user, row))) return undefined
  return { row, staged, extras }
}

function textOf(
  { row, staged, extras }: Reading,
  { include, viewer, seesNames }: View,
  { publicOrigin: origin }: Services,
): string {
  const shown = { include, staged, viewer, seesWorkspaceUsers: seesNames, origin }
  return JSON.stringify({ ...presentDirectoryUser(row, shown), ...extras })
}

/** What is included beside the contract's keys. */
async function findExtras(db: Reader, user: string, include: Include) {
  return {
    ...(include.stateSource && { state_source: await findStateSource(db, user) }),
    ...(include.incidents && {
      incidents: (await selectIncidentsOfPeople(db, [user])).get(user) ?? [],
    }),
  }
}

/** A ready body whose versions are still those of the database. */
async function readyBody(
  services: Services,
  user: string,
  { representation }: View,
): Promise<Ready | undefined> {
  const body = services.bodies.get(encodeId('directoryUser', user), representation)
  if (body === undefined) return undefined
  if (services.lease.isAlone() && services.due.nothingDue()) return body
  return (await isStillSo(services.database.read, user, body)) ? body : undefined
}

async function isStillSo(
  db: Reader,
  user: string,
  { version, epoch }: Pick<ReadyBody, 'version' | 'epoch'>,
): Promise<boolean> {
  const current = await findBodyVersion(db, user)
  return current?.version === version && current.epoch === epoch
}

/** Where the policy changes all the time, reading under the last one again and again might never end: one snapshot does. */
async function buildBody(
  services: Services,
  user: string,
  view: View,
  now: Instant,
): Promise<Ready> {
  const { bodies, database } = services
  const { generation } = bodies
  const question = { user, view, now }
  const reading =
    (await readAtOnce(services, question)) ??
    (await database.snapshot((db) => readOnSnapshot(db, services, question)))
  const { row } = reading
  const etag = formatEtag(row.row_version, `${row.version}-${row.epoch}-${view.representation}`)
  const body = new ReadyBody(textOf(reading, view, services), etag, row)
  bodies.put(encodeId('directoryUser', user), view.representation, body, generation)
  return body
}

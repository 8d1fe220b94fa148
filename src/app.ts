import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Authenticator } from './access/authenticator.ts'
import type { ErasureList } from './audit/erasure-list.ts'
import { forRequests, type Database } from './database/database.ts'
import { DueInstants } from './database/due.ts'
import { joinLease } from './database/lease.ts'
import { noSecretKeys, type SecretKeys } from './database/secrets/secret-keys.ts'
import { loadServerSecret } from './database/server-secret.ts'
import { linksLater } from './directory/links/link-directory-identity.ts'
import { endings } from './directory/users/end-directory-user.ts'
import { updateLater } from './directory/users/update-directory-user.ts'
import { basePathOf } from './contract/public-origin.ts'
import { BackgroundWork } from './http/limits/background-work.ts'
import { ClientAddresses } from './http/limits/client-addresses.ts'
import { consoleIn } from './http/bodies/console-files.ts'
import { ReadyBodies } from './http/bodies/ready-bodies.ts'
import { HeavyTime } from './http/limits/heavy-time.ts'
import { KeptCounts } from './http/limits/kept-counts.ts'
import { HeavyRequests, type HeavyLimits } from './http/limits/heavy-requests.ts'
import { NewTokens } from './http/limits/new-tokens.ts'
import { apiProtocol } from './http/route/protocol.ts'
import { stripBasePath } from './http/listeners/request-target.ts'
import { RefusedWrites } from './http/limits/refused-writes.ts'
import { WrongTokens } from './http/limits/wrong-tokens.ts'
import { buildServer } from './http/server.ts'
import type { RequestCounts } from './http/route/request-counts.ts'
import type { Services } from './http/route/services.ts'
import { traceRequests } from './http/listeners/trace-requests.ts'
import { usualBodyTimes } from './http/bodies/slow-bodies.ts'
import { registerSystemRoutes } from './http/system/system-routes.ts'
import { approveIncidentLater } from './incidents/approve-incident.ts'
import { makePrimaryLater } from './connectors/integrations/make-primary-integration.ts'
import { updateIntegrationLater } from './connectors/integrations/update-integration.ts'
import { scimProtocol } from './connectors/scim/scim-problem.ts'
import { registerScimRoutes } from './connectors/scim/scim-routes.ts'
import { discardDeadRuns } from './connectors/import/import-stage.ts'
import { endInterruptedRuns } from './connectors/import/run-log.ts'
import { runDueSyncs } from './connectors/sync/run-due-syncs.ts'
import { renewEventOrigin } from './events/feed/read-page.ts'
import { eventSchedules } from './events/sending/event-schedules.ts'
import { webhookLoop } from './events/sending/webhook-loop.ts'
import { startLoops, type Loop } from './jobs/loops.ts'
import { pruneEnded } from './jobs/prune-ended.ts'
import { jobLoop } from './jobs/run-jobs.ts'
import { scheduleLoop, type Schedule } from './jobs/run-schedules.ts'
import { noticeLoop, noticeSchedule } from './notices/sending/notice-loop.ts'
import { alertOldIncidents } from './incidents/alert-old-incidents.ts'
import { forgetNamedPeople } from './policy/limits/named-people.ts'
import { forgetOldMovements } from './policy/limits/record-movements.ts'
import { settlementOf } from './policy/manifests/settlement-of.ts'
import { applyFiles } from './policy-as-code/apply-files.ts'
import { emptyPlans } from './policy/plans/empty-plans.ts'
import { workOnPlanJob } from './policy/plans/leave-to-job.ts'
import { workOnPlanTask } from './policy/plans/work-on-plan.ts'
import { policyCacheOf } from './policy/model/policy-cache-of.ts'
import { routes } from './routes.ts'
import type { AuditStreamSettings } from './workspace/audit-stream/stream-settings.ts'
import { auditStreamLoop } from './workspace/audit-stream/stream-loop.ts'
import { registerSessionState } from './workspace/auth/session-state.ts'
import { registerSignInPages } from './workspace/auth/sign-in-pages.ts'
import { KnownWorkloadIssuers } from './workspace/exchanges/workload-issuers.ts'
import { mergeTallies } from './workspace/summary/merge-tallies.ts'
import { bindConfiguredRoles } from './workspace/users/configured-roles.ts'
import { configuredRoles, type Issuer } from './workspace/oidc/issuer.ts'
import { registerOidcPages, describeIssuers } from './workspace/oidc/oidc-pages.ts'

export type AppOptions = {
  database: Database
  publicOrigin: string
  logger: FastifyBaseLogger
  cacheBytes: number
  rateLimit: Services['rateLimit']
  /** The proxies whose X-Forwarded-For is read, as networks in CIDR notation; without any, none is. */
  trustedProxies?: readonly string[] | undefined
  /** Where the built console is; without it only the API is served. */
  consoleDirectory?: string | undefined
  /** Where people sign in by OpenID Connect. */
  issuers?: readonly Issuer[] | undefined
  /** Encrypt credentials of sources; without them none can be stored. */
  secretKeys?: SecretKeys | undefined
  /** Where erasures of people are listed outside of the database; without it nowhere. */
  erasures?: ErasureList | null
  /** The hosts that connectors may reach; without any they reach none. */
  connectorHosts?: Services['connectorHosts'] | undefined
  /** Counts what is answered, for metrics; without it nothing is counted. */
  requests?: RequestCounts | undefined
  /** The hosts that events may be sent to; without any none is sent. */
  webhookHosts?: Services['webhookHosts'] | undefined
  /** Who may sign the identities that services trust; without any no one does. */
  workloadIssuers?: readonly string[] | undefined
  /** Where the audit log is streamed to; without it nowhere. */
  auditStream?: AuditStreamSettings | null | undefined
  /** The mail server for notices; without one nothing is sent by e-mail. */
  smtp?: Services['smtp']
  /** How often it is looked for what people are told, and how long what can't wait is gathered; without it 5 s and a minute. */
  notices?: { pauseMilliseconds: number; gatherMilliseconds: number } | undefined
  /** How long bodies may take; without it those of slow-bodies.ts. */
  bodyTimes?: Services['bodyTimes'] | undefined
  /** How many heavy requests are taken on at a time; without it those of request-cost.ts. */
  heavyLimits?: HeavyLimits | undefined
  /** How long a request waits for one lock; without it the 10 s of `forRequests`. */
  lockTimeoutMilliseconds?: number | undefined
  /** After how long without a request a session ends; without it 30 minutes. */
  sessionIdleSeconds?: number | undefined
  /** How old a sign-in may be for what takes a fresh one; without it 10 minutes. */
  freshSignInSeconds?: number | undefined
  /** It does nothing besides answering requests: other processes send, settle and clear away. */
  onlyAnswers?: boolean | undefined
  /** How many stays a change of the policy may move before a job does it; without it 20,000. */
  rowsAtOnce?: number | undefined
}

/**
 * One server with everything it owns. `close` may be called repeatedly and lets in-flight requests finish; the
 * caller closes the database.
 */
export type App = { server: FastifyInstance; services: Services; close(): Promise<void> }

const rowsAtOnce = 20_000

/** Work besides operations of the policy that may be left to a job. */
const storedChanges = [
  applyFiles,
  approveIncidentLater,
  updateLater,
  ...linksLater,
  updateIntegrationLater,
  makePrimaryLater,
  ...endings,
]

/** Until the lease is joined, memory answers nothing. */
const neverAlone = (): boolean => false

/** Connects the parts without listening. The schema must be up to date. */
export async function createApp(options: AppOptions): Promise<App> {
  const { issuers = [] } = options
  const database = forRequests(options.database, options.lockTimeoutMilliseconds)
  const bodies = new ReadyBodies(options.cacheBytes)
  let isAlone = neverAlone
  const authenticator = new Authenticator(database, () => isAlone())
  const due = new DueInstants(database, () => isAlone(), settlementOf(database, options.logger))
  database.watch(bodies)
  const forget = () => {
    bodies.clear()
    authenticator.forget()
    due.forget()
  }
  await renewEventOrigin(database)
  const lease = await joinLease(database, forget, (line) => options.logger.warn(line))
  isAlone = () => lease.isAlone()
  const services = await servicesOf(options, { database, lease, authenticator, bodies, due })
  await bindConfiguredRoles(database, configuredRoles(issuers), options.logger)
  const groups = [
    { protocol: apiProtocol, routes },
    { protocol: scimProtocol, routes: [] },
  ]
  const server = buildServer(services, groups, options.logger)
  stripBasePath(server.server, basePathOf(options.publicOrigin))
  registerSystemRoutes(server, services, routes)
  registerScimRoutes(server, services)
  registerSignInPages(server, services)
  registerSessionState(server, services)
  await registerOidcPages(server, services, issuers)
  traceRequests(server)
  const loops = startLoops(
    options.onlyAnswers === true ? [] : loopsOf(options, services),
    options.logger,
  )
  // In this order: what a request or a loop leaves is written before the lease ends.
  const parts = [server, services.background, services.refusedWrites, loops, authenticator, lease]
  let closing: Promise<void> | undefined
  const close = async () => {
    for (const part of parts) await part.close()
  }
  return { server, services, close: () => (closing ??= close()) }
}

type Parts = Pick<Services, 'database' | 'lease' | 'authenticator' | 'bodies' | 'due'>

/** What requests and loops work with. */
async function servicesOf(options: AppOptions, parts: Parts): Promise<Services> {
  const { database } = parts
  const { issuers = [], trustedProxies = [], rateLimit } = options
  const clientAddresses = new ClientAddresses(trustedProxies)
  return {
    ...parts,
    refusedWrites: new RefusedWrites(database),
    publicOrigin: options.publicOrigin,
    sessionIdleSeconds: options.sessionIdleSeconds ?? 30 * 60,
    freshSignInSeconds: options.freshSignInSeconds ?? 10 * 60,
    findConsole:
      options.consoleDirectory === undefined
        ? async () => undefined
        : consoleIn(options.consoleDirectory, basePathOf(options.publicOrigin)),
    issuers: describeIssuers(options.publicOrigin, issuers),
    workloadIssuers: new KnownWorkloadIssuers(options.workloadIssuers ?? [], options.logger),
    cursorKey: await loadServerSecret(database, 'cursor_key'),
    bodyKey: await loadServerSecret(database, 'body_key'),
    rateLimit,
    clientAddresses,
    wrongTokens: rateLimit === null ? undefined : new WrongTokens(rateLimit, clientAddresses),
    newTokens: rateLimit === null ? undefined : new NewTokens(rateLimit),
    requests: options.requests,
    counts: new KeptCounts(),
    erasures: options.erasures ?? null,
    secretKeys: options.secretKeys ?? noSecretKeys,
    connectorHosts: options.connectorHosts ?? [],
    webhookHosts: options.webhookHosts ?? [],
    auditStream: options.auditStream ?? null,
    smtp: options.smtp ?? null,
    bodyTimes: options.bodyTimes ?? usualBodyTimes,
    background: new BackgroundWork(options.database, options.logger),
    heavy: new HeavyRequests(options.heavyLimits, rateLimit === null ? undefined : new HeavyTime()),
    rowsAtOnce: options.rowsAtOnce ?? rowsAtOnce,
    storedChanges: new Map(storedChanges.map((work) => [work.op, work])),
  }
}

/** Clears away what is no longer needed, or reports what has waited too long; once a minute. */
const everyMinute = [
  emptyPlans,
  discardDeadRuns,
  endInterruptedRuns,
  forgetOldMovements,
  forgetNamedPeople,
  alertOldIncidents,
]

/** What one of several processes does at a time. */
function schedulesOf(database: Database): Schedule[] {
  return [
    { name: 'prune-ended', everySeconds: 60, run: ({ signal }) => pruneEnded(database, signal) },
    ...eventSchedules(database),
    noticeSchedule(database),
    { name: 'merge-tallies', everySeconds: 60, run: () => mergeTallies(database) },
  ]
}

/** What a process does besides answering requests. */
function loopsOf(options: AppOptions, services: Services): Loop[] {
  const { database: own, logger: log, auditStream: settings } = options
  const { database, due, authenticator, refusedWrites, erasures } = services
  // A job has its own lock timeout, because no request waits for it.
  const plans = workOnPlanTask({
    database: own,
    log,
    storedChanges,
    policies: policyCacheOf(database),
    authenticator,
  })
  return [
    jobLoop({ database: own, log, tasks: { [workOnPlanJob]: plans } }),
    // What one process does for all that serve the database.
    scheduleLoop({ database, log, schedules: schedulesOf(database) }),
    // The next time of each is in the database, and one process gets it.
    {
      failure: 'syncs that are due could not be begun',
      pauseMilliseconds: 10_000,
      run: () => runDueSyncs(own, services),
    },
    {
      failure:
        'the list of erasures could not be completed: a restore needs it (MUSTER_ERASURES_FILE)',
      pauseMilliseconds: 60_000,
      run: async () => erasures?.catchUp(database.read),
    },
    webhookLoop({ ...services, database: own, log }),
    ...(settings == null ? [] : [auditStreamLoop({ ...services, database: own, log, settings })]),
    noticeLoop({
      ...services,
      database: own,
      hasConsole: options.consoleDirectory !== undefined,
      ...(options.notices ?? { pauseMilliseconds: 5000, gatherMilliseconds: 60_000 }),
    }),
    // So that a request finds at most what fell due within a second, not within a night.
    {
      failure: 'what is due could not be settled',
      pauseMilliseconds: 1000,
      run: () => due.settle(),
    },
    // What can't be written is kept for the next time.
    {
      failure: 'refused writes could not be stored',
      pauseMilliseconds: 2000,
      run: () => refusedWrites.flush(),
    },
    {
      failure: 'uses of tokens could not be stored',
      pauseMilliseconds: 30_000,
      run: () => authenticator.note(),
    },
    ...everyMinute.map((work) => ({
      failure: 'what has ended could not be cleared away',
      pauseMilliseconds: 60_000,
      run: () => work(database, log),
    })),
  ]
}

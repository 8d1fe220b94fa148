import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { RunPhase } from '../../contract/states.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { instant, instantOrNull } from '../../http/shapes/schema.ts'
import {
  permissionsToDecide,
  profileValuePermission,
  type Permission,
} from '../../contract/permissions.ts'
import { correctSource, feedOf, type Feed } from '../../policy/holds/correct-source.ts'
import type { RefusedKinds } from '../file/remedies.ts'
import { presentMissing, presentReview, type ImportIncident } from '../import/outcome.ts'
import { runCounts, type ImportRun, type RunCount } from './schema.ts'

/** Runs (`r`), to be filtered and ordered. */
export function selectRuns(db: Reader) {
  return db
    .selectFrom('import_run as r')
    .select([
      'r.id',
      'r.integration_id',
      'r.state',
      'r.source',
      'r.is_complete',
      'r.is_plan',
      sql<Static<typeof ImportRun>['plan']>`r.plan`.as('plan'),
      'r.failure',
      sql<RunPhase>`coalesce(r.phase, 'done')`.as('phase'),
      sql<number>`r.bytes_read`.as('bytes_read'),
      sql<number>`r.bytes_total`.as('bytes_total'),
      sql<number>`r.rows_read`.as('rows_read'),
      sql<number>`r.rows_bad`.as('rows_bad'),
      sql<number>`r.notes`.as('notes'),
      sql<Summary>`r.summary - 'refusedKinds'`.as('summary'),
      sql<RefusedKinds>`coalesce(r.summary -> 'refusedKinds', '{}')`.as('refused_kinds'),
      'r.incident_id',
      sql<Feed>`(select jsonb_build_object('handle', g.handle, 'feed', ${feedOf}) from integration g where g.id = r.integration_id)`.as(
        'source_feed',
      ),
      'r.started_at',
      'r.finished_at',
      sql<string>`extract(epoch from r.heard_at)::text`.as('heard'),
    ])
}

export type RunRow = RowOf<typeof selectRuns>

/** What is kept of an outcome: counts by part, as import/outcome.ts names them. */
type Summary = Partial<Record<string, Partial<Record<string, unknown>> | null>> & {
  incident?: ImportIncident | null
}

/** Who reads a run: whether they may see rulesets, and those that are named after a value of a profile. */
export type RunReader = { seesRulesets: boolean; seesValues: boolean }

export function runReader(may: (permission: Permission) => boolean): RunReader {
  return { seesRulesets: may('policy.rule.view'), seesValues: may(profileValuePermission) }
}

/** Of a run that has only begun: it names nothing yet. */
export const anyReader: RunReader = { seesRulesets: false, seesValues: false }

/** `base`: without trailing slash. */
export function presentRun(
  row: RunRow,
  { base, ...reader }: RunReader & { base: string },
): Static<typeof ImportRun> {
  const id = encodeId('importRun', row.id)
  const integration = encodeId('integration', row.integration_id)
  const incident = row.incident_id === null ? null : encodeId('incident', row.incident_id)
  const ofIntegration = `${base}/workspace/integrations/${integration}`
  const { bytes_read, bytes_total } = row
  // How long the phases after reading take is not known.
  const hasShare = bytes_total > 0 && (row.phase === 'reading' || row.phase === 'done')
  return {
    id,
    state: row.state,
    integration_id: integration,
    source: row.source,
    is_complete: row.is_complete,
    is_plan: row.is_plan,
    plan: row.plan && {
      ...row.plan,
      resources: row.plan.resources.filter(isVisible(reader)).map(withKey),
    },
    failure: row.failure,
    progress: {
      phase: row.phase,
      bytes_read,
      bytes_total,
      percent: hasShare ? Math.min(100, Math.round((bytes_read / bytes_total) * 100)) : null,
    },
    count: countsOf(row),
    review: presentReview(row.summary['people'] ?? {}),
    left_alone: presentMissing(row.summary['missing'] ?? {}),
    incident: presentHeld(row, reader.seesRulesets),
    duration_seconds:
      row.finished_at === null
        ? null
        : Math.max(0, row.finished_at.getTime() - row.started_at.getTime()) / 1000,
    timestamp: { started_at: instant(row.started_at), finished_at: instantOrNull(row.finished_at) },
    links: {
      self: `${ofIntegration}/runs/${id}`,
      rows: `${ofIntegration}/runs/${id}/rows`,
      people: `${ofIntegration}/runs/${id}/people`,
      effects: `${ofIntegration}/runs/${id}/effects`,
      integration: ofIntegration,
      incident: incident === null ? null : `${base}/policy/incidents/${incident}`,
    },
  }
}

type PlannedResource = NonNullable<Static<typeof ImportRun>['plan']>['resources'][number]

/** Runs that ended before there were keys have none. */
function withKey(resource: PlannedResource): PlannedResource {
  return { ...keyless, ...resource }
}

const keyless = { ruleset_key: null }

/** As the rows of `GET …/effects`: an attribute that the run would make is named after the value that its people have. */
function isVisible({ seesRulesets, seesValues }: RunReader) {
  return ({ resource, is_new: isNew }: PlannedResource) =>
    seesRulesets && (seesValues || !isNew || !resource.startsWith('directory_attribute '))
}

function countsOf({ rows_read, rows_bad, notes, summary }: RunRow): Record<RunCount, number> {
  const rows = { rows_read, rows_rejected: rows_bad, notes }
  const held = { accounts_held: countOf(summary, 'incident', 'accountsOfRun') }
  const parts = Object.keys(runCounts).map((name) => {
    const [part = '', key = ''] = name.split('_')
    return [name, countOf(summary, part, key)]
  })
  return { ...Object.fromEntries(parts), ...rows, ...held }
}

function presentHeld(
  { summary: { incident }, incident_id: id, source_feed: source }: RunRow,
  seesRulesets: boolean,
): Static<typeof ImportRun>['incident'] {
  if (incident == null) return null
  const { people, accounts, accountEnds, closedAs, changesProfiles, reasons } = incident
  return {
    id: id === null ? null : encodeId('incident', id),
    closed_as: closedAs,
    people,
    accounts,
    account_ends: accountEnds,
    reasons: reasons.slice(0, 200).map(({ rulesetId, rulesetName, ...reason }) =>
      Object.assign(reason, {
        key: reason.key ?? null,
        ruleset_id: seesRulesets ? rulesetId : null,
        ruleset_name: seesRulesets ? rulesetName : null,
      }),
    ),
    decision_permissions: permissionsToDecide(changesProfiles),
    correction: correctSource(source),
  }
}

function countOf(summary: Summary, part: string, key: string): number {
  const value = summary[part]?.[key]
  return typeof value === 'number' ? value : 0
}

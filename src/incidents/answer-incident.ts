import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../contract/ids.ts'
import type { Reader } from '../database/database.ts'
import { noSuch } from '../http/refusals/problem.ts'
import type { ReadContext } from '../http/route/route.ts'
import { baseUrl } from '../http/route/protocol.ts'
import { presentHeldAccount, presentIncident } from './present-incident.ts'
import { findIncident, selectHeldAccounts } from '../policy/holds/queries.ts'
import { changesOfRuns, type DescribedIncident } from '../policy/holds/schema.ts'
import { presentRuleset, presentSecond } from '../policy/plans/answer-plan.ts'
import { findPlan, selectPlanRulesets } from '../policy/plans/queries.ts'
import { maximumRulesets } from '../policy/shapes/planned-ruleset.ts'
import { visibleRulesets } from '../policy/plans/visible-plans.ts'
import type { IncidentEffectState } from './find-effect.ts'

type Described = Static<typeof DescribedIncident>

const maximumHeld = 200
const maximumDecisions = 200

/** An incident as it is answered, with its ETag. */
export async function answerIncident(
  context: ReadContext,
  id: string,
  effect: IncidentEffectState,
): Promise<Described> {
  const { db, services, may } = context
  const row = await findIncident(db, id)
  if (row === undefined) throw noSuch('incident', id)
  const held = await selectHeldAccounts(db, id, maximumHeld)
  const seesPeople = may('directory.user.view')
  const { change, accounts, accounts_without_person: without } = row.held
  const shown = await presentEffect(context, effect)
  const approved = shown?.approvals.length ?? 0
  const seen = `${shown?.digest?.slice(0, 8) ?? shown?.state ?? ''}${shown?.rulesets.length ?? ''}${approved === 0 ? '' : `A${approved}`}${shown?.needs_approval_by_another === true ? 'S' : ''}`
  context.etag(
    row.version,
    `${change ?? 0}-${accounts}-${without}-${row.rejected_account_ends}-${seen}${seesPeople ? '' : 'N'}`,
  )
  return {
    ...presentIncident(row, baseUrl(services), () => true),
    effect: shown,
    stays_changed: await selectStaysChanged(db, id),
    decisions: await selectDecisions(db, id),
    held: held.map((account) => presentHeldAccount(account, seesPeople)),
  }
}

async function presentEffect(
  context: ReadContext,
  effect: IncidentEffectState,
): Promise<Described['effect']> {
  if (effect === null) return null
  const nothing = {
    failure: null,
    plan_id: null,
    approvals: [],
    needs_approval_by_another: false,
    digest: null,
    totals: null,
    rulesets: [],
  }
  if (effect === 'planning') return { state: 'planning', ...nothing }
  if ('failure' in effect) return { ...nothing, state: 'failed', failure: effect.failure }
  const plan = await findPlan(context.db, effect.planId)
  if (plan === undefined) return { state: 'planning', ...nothing }
  const rulesetIds = visibleRulesets(context, plan)
  const second = await presentSecond(context, plan)
  const rulesets = await selectPlanRulesets(context.db, plan.id, {
    rulesetIds,
    limit: maximumRulesets,
  })
  return {
    state: plan.state === 'planning' || plan.state === 'failed' ? plan.state : 'ready',
    failure: plan.failure,
    plan_id: encodeId('plan', plan.id),
    ...second,
    digest: effect.digest?.toString('hex') ?? null,
    totals: plan.totals,
    rulesets: rulesets.map(presentRuleset),
  }
}

/** What runs of which accounts are or were held changed for everyone else. */
async function selectStaysChanged(db: Reader, id: string): Promise<Described['stays_changed']> {
  const counts = changesOfRuns.map((name) => {
    const path = sql`${`{${name.replace('_', ',')}}`}::text[]`
    return sql`coalesce(sum((r.summary #>> ${path})::bigint), 0)::integer as ${sql.id(name)}`
  })
  const { rows } = await sql<{ ids: string[] } & Omit<Described['stays_changed'], 'run_ids'>>`
    select coalesce(array_agg(r.id order by r.id), '{}') as ids, count(*)::integer as runs, ${sql.join(counts)}
    from import_run r join incident n on n.id = ${id} and r.integration_id = n.integration_id
    where r.incident_id = n.id and not r.is_plan and (r.summary #>> '{incident,accountsOfRun}')::integer > 0`.execute(
    db,
  )
  const { ids = [], ...changes } = rows[0] ?? { runs: 0 }
  return { run_ids: ids.slice(0, 20).map((each) => encodeId('importRun', each)), ...changes }
}

type DecisionRow = Omit<Described['decisions'][number], 'by'> & {
  by_type: 'user' | 'service'
  by_id: string
}

async function selectDecisions(db: Reader, id: string): Promise<Described['decisions']> {
  const { rows } = await sql<DecisionRow>`
    select decision, by_type, by_id, iso(at) as at, reason, encode(digest, 'hex') as digest, people, accounts
    from incident_decision where incident_id = ${id} order by at, incident_decision.id limit ${maximumDecisions}`.execute(
    db,
  )
  return rows.map(({ by_type: type, by_id: by, decision, ...row }) =>
    Object.assign(row, {
      decision,
      by: { type, id: encodeId(type === 'user' ? 'workspaceUser' : 'service', by) },
    }),
  )
}

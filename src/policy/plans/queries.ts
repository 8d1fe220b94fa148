import { sql, type RawBuilder } from 'kysely'
import type { EffectKind } from '../../contract/states.ts'
import type { Reader, Transaction, RowOf } from '../../database/database.ts'
import { oppositeId } from '../../database/uuids.ts'
import type { Exceeded } from '../limits/counting.ts'
import type { Operation } from '../operations/operation.ts'
import { access } from './effect-rows.ts'
import type { Totals } from './effect.ts'
import type { NotReverted } from './not-reverted.ts'
import type { PlanFinding } from './plan-findings.ts'
import type { Applier } from './write-plans.ts'

export type PlanRow = {
  id: string
  state: 'planning' | 'ready' | 'applying' | 'applied' | 'failed' | 'stale'
  /** False for a change that was requested and is left to a job: its effect was not worked out before. */
  is_planned: boolean
  description: string | null
  operations: object[]
  author_type: 'user' | 'service' | 'system'
  author_id: string | null
  digest: Buffer | null
  totals: (Totals & { people: number }) | null
  findings: PlanFinding[]
  exceeds: Exceeded[]
  rows_total: number | null
  rows_done: number
  applier: Applier | null
  required_version: number | null
  failure: string | null
  replaced_by_id: string | null
  /** The plan that it undoes, what of that it leaves, and the plan that has undone this one. */
  reverts_plan_id: string | null
  not_reverted: NotReverted[]
  reverted_by_id: string | null
  version: number
  created_at: Date
  updated_at: Date
  expires_at: Date
  applied_at: Date | null
  /** The existing rulesets that it names or moves. */
  ruleset_ids: string[]
  /** Those that it makes. */
  new_ruleset_ids: string[]
  /** Of these, those that are not named after values of profiles. */
  new_resource_ruleset_ids: string[]
}

/** The plan that has undone a plan (`plan`), or is doing so: the latest. */
export const revertedBy = sql<string | null>`(
  select max(r.id::text)::uuid from plan r where r.reverts_plan_id = plan.id and r.state in ('applying', 'applied'))`

const columns = sql`id, state, is_planned, description, operations, author_type, author_id, digest, totals, findings, exceeds,
  rows_total, rows_done, applier, required_version, failure, replaced_by_id, reverts_plan_id, not_reverted, ${revertedBy} as reverted_by_id, version,
  created_at, updated_at, expires_at, applied_at,
  array(select r.ruleset_id from plan_ruleset r where r.plan_id = plan.id and not r.is_new order by r.position) as ruleset_ids,
  array(select r.ruleset_id from plan_ruleset r where r.plan_id = plan.id and r.is_new order by r.position) as new_ruleset_ids,
  array(select r.ruleset_id from plan_ruleset r where r.plan_id = plan.id and r.is_new
    and r.type <> 'directory_attribute' order by r.position) as new_resource_ruleset_ids`

export async function findPlan(db: Reader, id: string): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    select ${columns} from plan where id = ${id}`.execute(db)
  return rows[0]
}

export async function selectPlans(db: Reader, ids: readonly string[]): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${columns} from plan where id = any (${ids}::uuid[])`.execute(db)
  return rows
}

/** {@link findPlan}, with a row lock: no other transaction advances the plan until this one ends. */
export async function lockPlan(tx: Transaction, id: string): Promise<PlanRow | undefined> {
  await sql`select from plan where id = ${id} for no key update`.execute(tx)
  return findPlan(tx, id)
}

export type PlanRulesetRow = {
  ruleset_id: string
  name: string
  resource_handle: string | null
  type: string
  is_new: boolean
  totals: Totals
}

/** Those among `rulesetIds`, in order. */
export async function selectPlanRulesets(
  db: Reader,
  planId: string,
  { rulesetIds, limit }: { rulesetIds: readonly string[]; limit: number },
): Promise<PlanRulesetRow[]> {
  const { rows } = await sql<PlanRulesetRow>`
    select s.ruleset_id, s.name, s.type, s.is_new, s.totals, o.handle as resource_handle from plan_ruleset s
    left join ruleset r on r.id = s.ruleset_id left join resource o on o.id = r.resource_id
    where s.plan_id = ${planId} and s.ruleset_id = any (${rulesetIds}::uuid[]) order by s.position limit ${limit}`.execute(
    db,
  )
  return rows
}

/**
 * The rows of plans' effects (`e`), with the people and rulesets that they are about. These are looked up for the rows of the page
 * alone: an effect may have a million rows, and PostgreSQL has no statistics of one that has just been written.
 */
export function selectEffects(db: Reader) {
  return db
    .selectFrom('plan_effect as e')
    .select([
      'e.directory_user_id as id',
      'e.position',
      'e.ruleset_id',
      ofRuleset<string>(sql`s.name`).as('ruleset_name'),
      ofRuleset<boolean>(sql`s.is_new`).as('is_new'),
      sql<
        string | null
      >`(select o.handle from ruleset r join resource o on o.id = r.resource_id where r.id = e.ruleset_id)`.as(
        'resource_handle',
      ),
      access('before').as('before'),
      access('after').as('after'),
      sql<string>`coalesce(${sql.join(ofPerson('full_name'))}, '')`.as('full_name'),
      sql<string | null>`coalesce(${sql.join(ofPerson('email'))})`.as('email'),
      sql<EffectKind[]>`e.kinds`.as('kinds'),
    ])
}

function ofRuleset<T>(column: RawBuilder<unknown>): RawBuilder<T> {
  return sql<T>`(select ${column} from plan_ruleset s where s.plan_id = e.plan_id and s.ruleset_id = e.ruleset_id)`
}

/** A person that the plan would create has the name of the account, held or stored, that creates them. */
const creators = [
  sql`directory_user c where c.id = e.directory_user_id`,
  sql`held_account c where c.new_person_id = e.directory_user_id`,
  sql`identity c where c.id = ${oppositeId(sql`e.directory_user_id`)}`,
]

function ofPerson(column: 'full_name' | 'email'): RawBuilder<unknown>[] {
  return creators.map((source) => sql`(select ${sql.ref(`c.${column}`)} from ${source})`)
}

/** {@link selectEffects} with the people (`p`) or the accounts (`h`, `a`) that would create them, to be searched. */
export function selectEffectsOfPeople(db: Reader) {
  return selectEffects(db)
    .leftJoin('directory_user as p', 'p.id', 'e.directory_user_id')
    .leftJoin('held_account as h', 'h.new_person_id', 'e.directory_user_id')
    .leftJoin('identity as a', (join) => join.on('a.id', '=', oppositeId(sql`e.directory_user_id`)))
}

/** Of a plan's effect, what is in these rulesets. */
export function isEffectOf(planId: string, rulesetIds: readonly string[]) {
  return sql<boolean>`e.plan_id = ${planId} and e.ruleset_id = any (${rulesetIds}::uuid[])`
}

export type EffectRecord = RowOf<typeof selectEffects>

/** The operations of a plan, as they were checked before they were stored. */
export async function storedOperations(db: Reader, planId: string): Promise<Operation[]> {
  const { rows } = await sql<{ operations: Operation[] }>`
    select operations from plan where id = ${planId}`.execute(db)
  return rows[0]?.operations ?? []
}

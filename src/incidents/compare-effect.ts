import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { uuids } from '../database/uuids.ts'
import type { EffectKind } from '../contract/states.ts'
import { digestOf } from '../policy/plans/effect-digest.ts'
import type { EffectRow, StayAccess } from '../policy/plans/effect.ts'
import type { Accepted } from './accept-pending.ts'
import type { IncidentPlan } from './incident-plans.ts'

/**
 * Whether accepting did what the plan showed. Accounts that are no longer held as they were shown stay held: it may have moved
 * fewer people below these, but no one else, and no one in another way. Called in the transaction that accepted them.
 */
export async function isAsShown(
  tx: Transaction,
  plan: IncidentPlan,
  { accounts, people, effect }: Accepted,
): Promise<boolean> {
  const accepted = new Set(accounts)
  const gone = plan.accounts.filter((id) => !accepted.has(id))
  const shown = await selectShown(tx, plan.planId)
  if (gone.length === 0) return shown.digest.equals(effect.digest)
  const unmoved = await selectBelow(tx, gone)
  for (const id of people) unmoved.delete(id)
  for (const { personId } of effect.rows) unmoved.delete(personId)
  const isMade = effect.rulesets.filter(({ isNew }) => isNew)
  const keys = new Map(isMade.map(({ id, type, name }) => [id, `${type}/${name}`]))
  const [before, after] = await Promise.all([
    digestOf(without(shown.rows, unmoved), shown.keys),
    digestOf(effect.rows, keys),
  ])
  return before.equals(after)
}

function* without(rows: Iterable<EffectRow>, people: ReadonlySet<string>): Iterable<EffectRow> {
  for (const row of rows) if (!people.has(row.personId)) yield row
}

/** The people of accounts, or those suggested for them, their direct and indirect reports, and the secondary users of all these. */
async function selectBelow(tx: Transaction, accounts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select p.id from identity i
      cross join lateral (select coalesce(i.directory_user_id, i.suggested_directory_user_id) as id) p
      where i.id = any (${uuids(accounts)}) and p.id is not null
      union
      select u.id from below b join directory_user u on u.manager_id = b.id or u.parent_user_id = b.id
    )
    select id from below`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type ShownEffect = { rows: EffectRow[]; keys: ReadonlyMap<string, string>; digest: Buffer }

type ShownRow = Omit<EffectRow, 'before' | 'after'> & {
  kinds: EffectKind[]
  before: StayAccess | null
  after: StayAccess | null
}

/** What a person has by a row of an effect (`e`), as SQL. */
function access(when: 'before' | 'after') {
  const [role, state, end] = ['role', 'state', 'expires_at'].map((name) =>
    sql.ref(`e.${name}_${when}`),
  )
  return sql`case when ${role} is not null then jsonb_build_object('role', ${role}, 'state', ${state},
    'expiresAt', floor(extract(epoch from ${end}) * 1000)::bigint) end`
}

async function selectShown(tx: Transaction, planId: string): Promise<ShownEffect> {
  const [plan, made, effect] = await Promise.all([
    sql<{ digest: Buffer }>`select digest from plan where id = ${planId}`.execute(tx),
    sql<{ id: string; key: string }>`
      select ruleset_id as id, type || '/' || name as key from plan_ruleset
      where plan_id = ${planId} and is_new`.execute(tx),
    sql<ShownRow>`
      select e.ruleset_id as "rulesetId", e.directory_user_id as "personId", e.kinds,
        ${access('before')} as before, ${access('after')} as after, e.ends_after as "endsAfter"
      from plan_effect e where e.plan_id = ${planId}`.execute(tx),
  ])
  const keys = new Map(made.rows.map(({ id, key }) => [id, key]))
  return { rows: effect.rows, keys, digest: plan.rows[0]?.digest ?? Buffer.alloc(0) }
}

import { sql, type RawBuilder } from 'kysely'
import { planKept } from '../../database/planning.ts'
import type { Transaction } from '../../database/database.ts'
import { windowStart, type MovedBeyond } from './counting.ts'

/** An expression of SQL that selects ids of accounts (uuids of identities). */
type Accounts = RawBuilder<unknown>

/**
 * The limit that a source would exceed if these accounts stopped being active, together with those of the last 24
 * hours; null for none. `ending` selects active accounts of the integration. Locks the source's tally, and writes
 * nothing.
 */
export async function judgeAccountEnds(
  tx: Transaction,
  integrationId: string,
  ending: Accounts,
  now: Date,
): Promise<MovedBeyond | null> {
  const [, { rows }] = await Promise.all([
    lockAccountTally(tx, integrationId),
    sql<{ added: number; people: number; size: number; percent: number; least: number }>`
      with ended as materialized (
        select t.ends - (
            select count(*) from account_end e where e.integration_id = ${integrationId} and e.at <= ${windowStart(now)}) as earlier,
          (select count(*) from (${ending}) ending) as added,
          coalesce((
            select min(e.at) from account_end e where e.integration_id = ${integrationId} and e.at > ${windowStart(now)}), ${now}) as first
        from account_tally t where t.integration_id = ${integrationId}
      )
      select added, earlier + added as people, percent, least,
        -- Counted only where it matters: it reads all accounts of the source. Those that came later make no room.
        case when added > 0 and earlier + added > least then earlier + (
          select count(*) from identity
          where integration_id = ${integrationId} and vendor_state = 'active' and created_at < first) else 0 end as size
      from ended join integration i on i.id = ${integrationId} cross join policy_settings p cross join lateral (
        select coalesce(i.account_limit_percent, p.account_limit_percent) as percent,
          coalesce(i.account_limit_people, p.account_limit_people) as least) limits
      ${planKept(tx)}`.execute(tx),
  ])
  const [counted] = rows
  if (counted === undefined) throw new Error(`there is no integration ${integrationId}`)
  const { added, people, size, percent, least } = counted
  if (added === 0 || people <= least || people * 100 <= size * percent) return null
  return {
    scope: 'source',
    rulesetId: null,
    direction: 'accounts',
    people,
    size,
    percent,
    least,
    isSensitive: false,
  }
}

/** Counts accounts of a source that have stopped being active (`ended`), and no longer those that are active again (`back`). */
export async function recordAccountEnds(
  tx: Transaction,
  integrationId: string,
  { ended, back, now }: { ended: Accounts; back: Accounts; now: Date },
): Promise<void> {
  await Promise.all([
    lockAccountTally(tx, integrationId),
    sql`delete from account_end where identity_id in (${back})`.execute(tx),
    sql`
      insert into account_end (identity_id, integration_id, at)
      select e.id, ${integrationId}, ${now} from (${ended}) e (id)
      on conflict (identity_id) do update set at = excluded.at`.execute(tx),
  ])
}

async function lockAccountTally(tx: Transaction, integrationId: string): Promise<void> {
  await sql`select from account_tally where integration_id = ${integrationId} for no key update`.execute(
    tx,
  )
}

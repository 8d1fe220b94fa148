import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** Keeps which attributes rules decide, once manifests follow a policy that has changed; what is frozen stays as it was. */
export async function keepDecided(tx: Transaction): Promise<void> {
  await sql`
    with asked as materialized (
      select s.id,
        s.state = 'managed' and 'deactivated' not in (a.state, d.state) as is_managed,
        exists (select from rule r where r.ruleset_id = s.id and r.state in ('active', 'expiring')) as has_rule,
        exists (select from ruleset_freeze f where f.ruleset_id = s.id and f.ended_at is null) as is_frozen
      from ruleset s join attribute a on a.id = s.attribute_id join dimension d on d.id = a.dimension_id
    ), gone as (
      delete from decided_ruleset t using asked s
      where t.ruleset_id = s.id and not (s.is_managed and (s.is_frozen or s.has_rule))
    )
    insert into decided_ruleset (ruleset_id)
    select id from asked where is_managed and has_rule and not is_frozen
    on conflict do nothing`.execute(tx)
}

import { sql } from 'kysely'
import { planKept } from '../../database/planning.ts'
import { endsAccount } from './changed-accounts.ts'
import { deletedThere } from './held-selection.ts'
import type { RunFacts, SourceRun } from './integration-facts.ts'
import { matchedBy, numberOf } from './pending-accounts.ts'

type Row = Omit<RunFacts, 'accounts'> & { added: number; known: number; isOpen: boolean }

/** The values of a column of the new accounts of `listed`, as SQL. */
const created = (column: string) =>
  sql`any (array(select ${sql.ref(column)} from listed where id is null))`

/** The facts of a run that has dropped unchanged accounts; undefined where every step may find something. */
export async function findRunFacts({ tx, integration }: SourceRun): Promise<RunFacts | undefined> {
  const { id, isPrimary } = integration
  // As addStored selects them (pending-accounts.ts).
  const mayGetPerson = sql`(not ${isPrimary}::boolean or o.vendor_state <> 'deactivated' and (
    o.decided_as is not null or coalesce(o.profile ->> 'account_kind' not in ('bot', 'service'), true)
    or exists (select from identity_candidate c where c.identity_id = o.id)))`
  const { rows } = await sql<Row>`
    with listed as materialized (
      select i.id, i.directory_user_id as person_id, email_key(a.email) as email_key, ${numberOf('a')} as number,
        a.profile ->> 'externalId' as external_id, ${endsAccount} as ends, (i.vendor_state, i.days) is distinct from (a.state, a.days) as turns
      from staged_account a cross join ${matchedBy(id)}
      left join identity i on i.integration_id = ${id} and i.vendor_id = a.vendor_id
    ), counted as (
      select count(*) as staged, count(*) filter (where id is null) as added, count(person_id) as known,
        coalesce(bool_or(ends), false) as ends, coalesce(bool_or(turns and id is not null), false) as turns,
        (count(email_key), count(number)) is distinct from (count(distinct email_key), count(distinct number)) as repeats
      from listed
    )
    select staged, added, known, ends, turns, repeats
        or exists (select from directory_user where email_key = ${created('email_key')} and deleted_at is null)
        or exists (select from directory_user where email_key = ${created('email_key')} and deleted_at is not null)
        or exists (select from identity where email_key = ${created('email_key')})
        or exists (select from account_number where value = ${created('number')})
        or exists (select from former_number where number = ${created('number')})
        or exists (select from ${deletedThere(id)} d where d.profile ->> 'externalId' = ${created('external_id')}) as "mayMatch",
      exists (select from held_account where integration_id = ${id})
        or exists (select from incident where integration_id = ${id} and state = 'open')
        or exists (select from orphan_to_match where integration_id = ${id})
        or exists (select from identity o where o.integration_id = ${id} and o.directory_user_id is null and o.link_evidence is null
          and ${mayGetPerson}) as "isOpen",
      exists (select from identity_candidate where identity_id = any (array(select id from listed))) as "hasCandidates",
      exists (select from integration n where n.id <> ${id} and n.deleted_at is null
        and (select true from identity o where o.integration_id = n.id and o.directory_user_id is null limit 1)) as "othersWait",
      exists (select from resting_rule) as "rulesRest"
    from counted ${planKept(tx)}`.execute(tx)
  const [row] = rows
  if (row === undefined || row.isOpen) return undefined
  const { added, known, isOpen: _, ...facts } = row
  if (known === facts.staged) return { ...facts, accounts: 'known' }
  return added === facts.staged ? { ...facts, accounts: 'new' } : undefined
}

import { sql } from 'kysely'
import { planKept } from '../../database/planning.ts'
import type { SourceRun } from './integration-facts.ts'

/** Of the candidates of an account, more are not kept. */
const mostCandidates = 20

/** What agrees and what contradicts in each party of pending accounts and a person who may be theirs, from their evidence, as SQL. */
export const partyCandidates = sql`
  select e.party, e.person_id,
    array_remove(array[case when bool_or(number) then 'number' end, case when bool_or(address) then 'address' end,
      case when bool_or(name) then 'name' end], null) as agrees,
    array_remove(array[case when bool_or(number_differs) and not bool_or(number) then 'number' end,
      case when bool_or(address_differs) and not bool_or(address) then 'address' end,
      case when bool_or(name_differs) and not bool_or(name) then 'name' end], null) as contradicts
  from evidence e join met_person m on m.person_id = e.person_id group by e.party, e.person_id
  having min(m.status) = 0 or bool_or(number or returns or address and name)`

/** Notes whose the accounts of `pending_link` may be that wait, to be stored by {@link storeCandidates}. To be called once they are decided. */
export async function noteCandidates({ tx, integration }: SourceRun): Promise<void> {
  await sql`insert into tried_account (identity_id) select identity_id from pending_link`.execute(
    tx,
  )
  await sql`
    insert into found_candidate (identity_id, person_id, agrees, contradicts)
    select identity_id, person_id, agrees, contradicts from (
      select p.identity_id, c.*, row_number() over (partition by p.identity_id order by cardinality(c.agrees) desc, c.person_id) as nth
      from pending_link p join (${partyCandidates}) c on c.party = p.party
      where p.decision = 'wait') w
    where nth <= ${mostCandidates} ${planKept(tx)}`.execute(tx)
  if (!integration.isPrimary) return
  await sql`
    insert into found_candidate (identity_id, person_id, agrees, contradicts)
    select distinct on (p.identity_id, d.person_id) p.identity_id, d.person_id, d.agrees, d.contradicts
    from doubted_account d join pending_link q on q.vendor_id = d.vendor_id join pending_link p on p.party = q.party
    where p.decision = 'wait' and not exists (
      select from found_candidate f where f.identity_id = p.identity_id and f.person_id = d.person_id)
    order by p.identity_id, d.person_id, cardinality(d.agrees) desc, d.agrees collate "C" ${planKept(tx)}`.execute(
    tx,
  )
}

/** Stores who may be the person of the accounts that wait since this merge, and forgets it of the others that it tried or changed. */
export async function storeCandidates({
  tx,
  facts,
}: Pick<SourceRun, 'tx' | 'facts'>): Promise<void> {
  if (facts !== undefined && !facts.hasCandidates && !facts.othersWait && !facts.mayMatch) return
  await sql`
    delete from identity_candidate c
    where c.identity_id in (
        select identity_id from tried_account
        union select i.id from identity_change n join identity i on i.id = n.identity_id
        where i.directory_user_id is not null or i.vendor_state = 'deactivated')
      and not exists (
        select from found_candidate f where f.identity_id = c.identity_id and f.person_id = c.directory_user_id)`.execute(
    tx,
  )
  await sql`
    insert into identity_candidate as c (identity_id, directory_user_id, agrees, contradicts)
    select distinct on (f.identity_id, f.person_id) f.identity_id, f.person_id, f.agrees, f.contradicts
    from found_candidate f join identity i on i.id = f.identity_id
    where i.directory_user_id is null and i.vendor_state <> 'deactivated'
    on conflict (identity_id, directory_user_id) do update set agrees = excluded.agrees, contradicts = excluded.contradicts
    where (c.agrees, c.contradicts) is distinct from (excluded.agrees, excluded.contradicts)`.execute(
    tx,
  )
}

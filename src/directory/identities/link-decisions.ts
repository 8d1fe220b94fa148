import { sql, type RawBuilder } from 'kysely'
import type { IntegrationFacts } from './integration-facts.ts'

export type LinkDecision = {
  identity_id: string
  /** `wait`: it waits for an administrator. Other orphans belong to no one, and may have a suggestion. */
  decision: 'create' | 'link' | 'wait' | 'orphan'
  /** The person to link (`link`) or to suggest (`wait`, `orphan`, when there is one clear candidate). */
  directory_user_id: string | null
  review_reason: 'recycled_address' | 'shared_address' | null
  /** Why it is linked. */
  evidence: string | null
}

/** What agrees, in words, as SQL. `c` has the booleans. */
function agreeing(alias: 'c'): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<string>`case when ${of('number')} and ${of('address')} and ${of('name')} then 'employee number, address and name'
    else concat_ws(' and ', case when ${of('number')} then 'employee number' end, case when ${of('address')} then 'address' end,
      case when ${of('name')} then 'name' end) end`
}

/**
 * What the evidence says about each party of pending accounts and a person. `is_strong`: two of number, address and name agree.
 * `counts`: an address that accounts of several names have says nothing alone.
 */
const candidates = sql`
  select e.party, e.person_id, min(m.status) as status, bool_or(m.is_in_review) as is_in_review, bool_or(m.is_free) as is_free,
    bool_or(e.number) as number, bool_or(e.address) as address, bool_or(e.name) as name,
    bool_or(e.number_differs) and not bool_or(e.number) as number_differs,
    bool_or(e.address_differs) and not bool_or(e.address) as address_differs,
    bool_or(e.name_differs) and not bool_or(e.name) as name_differs, bool_or(e.has_common_word) as has_common_word,
    bool_or(e.is_nameless) as is_nameless, bool_or(e.returns) as returns,
    bool_or(e.number::integer + e.address::integer + e.name::integer >= 2) as is_strong,
    bool_or(e.address and coalesce(cardinality(array_remove(f.names, p.words)), 0) < 2) as has_own_address
  from evidence e join met_person m on m.person_id = e.person_id
  join pending_link p on p.identity_id = e.identity_id
  left join address_fact f on f.email_key = p.email_key
  group by e.party, e.person_id`

/**
 * Per party: how many people agree in two things, those who are here before those who have left, and how many in one. Someone who
 * has left under another number, or whom an administrator ended, is a candidate only.
 */
const parties = sql`
  select party, case when count(*) = 1 then (array_agg(person_id))[1] end as only_id,
    count(*) filter (where number or returns) as told, count(*) filter (where has_own_address and status = 0) as owning,
    count(*) filter (where tier = 1) as here, (array_agg(person_id) filter (where tier = 1))[1] as here_id,
    count(*) filter (where tier = 2) as gone, (array_agg(person_id) filter (where tier = 2))[1] as gone_id,
    count(*) filter (where tier = 3 or returns or number and not is_strong) as doubtful,
    count(*) filter (where is_alone) as alone, (array_agg(person_id) filter (where is_alone))[1] as alone_id,
    bool_or(is_alone and has_common_word) as has_common_word, bool_or(is_alone and is_nameless) as is_nameless,
    bool_or(is_alone and is_in_review) as is_in_review, bool_or(is_alone and number_differs) as number_differs
  from (
    select c.*, case when not is_strong then 0 when status = 0 then 1 when status = 1 and (number or not number_differs) then 2
        else 3 end as tier,
      has_own_address and status = 0 and not is_strong and not number as is_alone
    from candidate c) c
  group by party`

/** The only person of the first kind that there is, unless the number or the own address of another one says otherwise. */
const chosen = sql`
  select p.party, c.person_id, c.status, c.is_free, ${agreeing('c')} as agreeing,
    p.told > ((c.number or c.returns) is true)::integer
      or c.address is false and p.owning > ((c.has_own_address and c.status = 0) is true)::integer as is_contradicted
  from counted p join candidate c on c.party = p.party
    and c.person_id = case when p.here = 1 then p.here_id when p.here = 0 and p.gone = 1 then p.gone_id end`

/**
 * The query that decides about the accounts of `pending_link`, from their {@link weighEvidence evidence}; it writes nothing. `state`
 * selects identity_id, must_wait (it gets no person), is_held and is_doubted (it creates no one) of each. A held account is linked to no one: at most, a new person
 * is created for it. The accounts of one party get one person. (docs/decisions/0115-who-is-the-same-person.md)
 */
export function linkDecisions(
  state: RawBuilder<unknown>,
  { isPrimary, trustsEmail }: IntegrationFacts,
): RawBuilder<LinkDecision> {
  const otherwise = isPrimary ? sql`'create'` : sql`'orphan'`
  const alone = isPrimary
    ? sql`case when k.has_common_word then 'wait' else 'create' end`
    : sql`case when (k.has_common_word or k.is_nameless) and not k.is_in_review and not k.number_differs then 'link' else 'wait' end`
  return sql<LinkDecision>`
    with candidate as materialized (${candidates}), counted as materialized (${parties}), chosen as materialized (${chosen}),
    state as materialized (${state}),
    verdict as (
      select p.party, bool_or(p.state <> 'deactivated') as is_live, bool_or(s.must_wait) as must_wait,
        bool_or(s.is_doubted) as is_doubted
      from pending_link p join state s on s.identity_id = p.identity_id group by p.party
    ),
    decided as (
      select p.identity_id, p.party, p.email_key, p.words, p.state <> 'deactivated' as is_live, s.is_held, k.alone, k.alone_id, k.only_id,
        c.person_id, c.agreeing, c.status = 0 and c.is_free and not v.is_live as takes_over, case
          when v.must_wait then 'orphan'
          when p.decided_as = 'new_person' then ${otherwise}
          when p.is_machine then 'orphan'
          when not ${isPrimary || trustsEmail} then 'orphan'
          when c.person_id is not null and not c.is_contradicted then 'link'
          when k.here > 1 or k.gone > 1 or k.doubtful > 0 or c.is_contradicted or k.alone > 1
            then 'wait'
          when v.is_doubted then 'wait'
          when k.alone = 1 then ${alone}
          else ${otherwise} end as decision
      from pending_link p join state s on s.identity_id = p.identity_id join verdict v on v.party = p.party
      left join counted k on k.party = p.party left join chosen c on c.party = p.party
    )
    select d.identity_id, case
        when d.decision = 'link' and (d.is_held or d.takes_over) then 'orphan'
        when d.decision = 'wait' and (d.is_held or not d.is_live) then 'orphan' else d.decision end as decision,
      case d.decision when 'create' then null when 'link' then coalesce(d.person_id, d.alone_id)
        else coalesce(case when d.decision = 'wait' and d.is_live then d.only_id end,
          case when ${isPrimary} then null when f.total = 1 then f.any_id when f.live = 1 then f.live_id end) end as directory_user_id,
      case when d.decision <> 'create' or not d.is_live then null when d.alone = 1 then 'shared_address'
        when coalesce(f.live, 0) = 0 and cardinality(array_remove(f.former_names, d.words)) > 0
          then 'recycled_address' end as review_reason,
      case when d.decision = 'link' and d.person_id is not null then 'same ' || d.agreeing end as evidence
    from decided d left join address_fact f on f.email_key = d.email_key`
}

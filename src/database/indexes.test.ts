import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { testDatabase } from '../../test/harness.ts'

const { url } = await testDatabase()
const client = new Client({ connectionString: url })
// Its database ends before it.
client.on('error', () => undefined)
await client.connect()
after(() => client.end())

/**
 * Each index that enforces nothing and follows no foreign key, with what reads it: the part of a query that it is there for. A new index
 * comes with a line here, and one that no query reads any more goes.
 */
const neededBy: Readonly<Record<string, string>> = {
  // Pages of lists, in their orders.
  attribute_by_name: 'from attribute order by name, id',
  directory_user_by_creation: 'from directory_user order by created_at, id',
  directory_user_by_deprovisioning:
    'from directory_user where deprovisioned_at is not null order by deprovisioned_at, id',
  directory_user_by_name: 'from directory_user order by full_name, id',
  directory_user_by_state: `from directory_user where state = 'active' order by full_name, id`,
  directory_user_by_update: 'from directory_user order by updated_at, id',
  directory_user_manager: `from directory_user where manager_id = new_id() order by full_name, id`,
  directory_user_parent: `from directory_user where parent_user_id = new_id() order by full_name, id`,
  directory_user_trashed: 'from directory_user where deleted_at is not null order by full_name, id',
  directory_user_username: `from directory_user order by coalesce(username, ''), id`,
  directory_user_in_review: 'from directory_user where review_reason is not null',
  identity_by_integration: 'from identity where integration_id = new_id() order by full_name, id',
  identity_by_name: 'from identity order by full_name, id',
  identity_by_state: `from identity where state = 'orphan' order by full_name, id`,
  incident_by_opening: 'from incident order by opened_at, id',
  integration_by_name: 'from integration order by name, id',
  policy_user_ruleset: 'from policy_user where ruleset_id = new_id() order by id',
  resource_by_name: 'from resource order by name, id',
  resource_by_type: `from resource where type = 'chat_group' order by name, id`,
  service_name: 'from service order by name, id',
  service_sponsor: 'from service where sponsor_id = new_id()',
  service_workload_identities: `from service where workload_identities <> '[]' and deleted_at is null`,
  // The audit log, by what its rows are about.
  audit_log_actor: 'from audit_log where actor_id = new_id() order by at, sequence',
  audit_log_at: 'from audit_log order by at, sequence',
  audit_log_change: `from audit_log where coalesce(change, sequence) = 1`,
  audit_log_first: 'from audit_log where change is null order by at, sequence',
  audit_log_first_by: `from audit_log where change is null and actor_type = 'user' order by at, sequence`,
  audit_log_first_of_actor: `from audit_log where change is null and actor_id = new_id() and actor_type = 'integration'
    order by at, sequence`,
  audit_log_first_written:
    'from audit_log where transaction = pg_current_xact_id() and change is null order by sequence',
  audit_log_main: `from audit_log where coalesce(change, sequence) = 1 and event = 'policy.plan.apply'
    and split_part(event, '.', 2) in ('plan', 'incident', 'rule', 'ruleset', 'integration') order by sequence`,
  audit_log_event: `from audit_log where event = 'policy.rule.create' order by at, sequence`,
  audit_log_parent: 'from audit_log where parent_id = new_id() order by at, sequence',
  audit_log_record: 'from audit_log where record_id = new_id() order by at, sequence',
  audit_log_related: 'from audit_log where related_id = new_id() order by at, sequence',
  audit_log_request: `from audit_log where request_id = 'a' order by at, sequence`,
  audit_log_seal_order: 'from audit_log order by transaction, sequence',
  audit_log_sequence: 'from audit_log order by sequence',
  audit_log_subject: 'from audit_log where subject_id = new_id() order by at, sequence',
  audit_log_personal_subject: 'from audit_log_personal where subject_id = new_id()',
  // Searches: within texts, by what they begin with, and in the order of a sample.
  attribute_by_name_key: `from attribute order by search_key(name) collate "C", id`,
  attribute_search: `from attribute where search_key(name || ' ' || handle) like '%abc%'`,
  directory_user_by_email_key: `from directory_user order by email_key collate "C", id`,
  directory_user_by_full_name_key: `from directory_user order by search_key(full_name) collate "C", id`,
  directory_user_by_last_name_key: `from directory_user order by search_key(last_name || ' ' || first_name) collate "C", id`,
  directory_user_by_own_username_key: `from directory_user where username_is_override order by search_key(username) collate "C", id`,
  directory_user_metadata: `from directory_user where metadata @> '{"a": 1}' and metadata <> '{}'`,
  directory_user_scattered: 'from directory_user order by uuid_hash(id), id',
  directory_user_search: `from directory_user where coalesce(search_text,
    search_key(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(username, ''))) like '%abc%' and uuid_hash(id) >> 26 = 1`,
  identity_by_full_name_key: `from identity order by search_key(full_name) collate "C", id`,
  identity_by_handle_key: `from identity where handle is not null order by search_key(handle) collate "C", id`,
  identity_scattered: 'from identity order by uuid_hash(id), id',
  identity_search: `from identity where coalesce(search_text,
    search_key(full_name || ' ' || coalesce(email, '') || ' ' || coalesce(handle, ''))) like '%abc%' and uuid_hash(id) >> 26 = 1`,
  identity_vendor_id: `from identity where vendor_id = 'a'`,
  resource_by_handle_key: `from resource order by search_key(handle) collate "C", id`,
  resource_by_name_key: `from resource order by search_key(name) collate "C", id`,
  resource_handle_search: `from resource where handle is not null and search_key(handle) like '%abc%'`,
  resource_name_search: `from resource where search_key(name) like '%abc%'`,
  resource_search: `from resource where search_key(name || ' ' || coalesce(handle, '')) like '%abc%'`,
  service_search: `from service where search_key(name || ' ' || handle) like '%abc%'`,
  workspace_user_search: `from workspace_user
    where search_key(name || ' ' || coalesce(handle, '') || ' ' || coalesce(email, '')) like '%abc%'`,
  // Whose an account is.
  directory_user_email: `from directory_user where email_key = 'a' and deleted_at is null`,
  directory_user_former_email: `from directory_user where email_key = 'a' and deleted_at is not null`,
  directory_user_shared_username: `from directory_user where deleted_at is null and username is not null
    order by username_key(username) collate "C", email_key`,
  held_account_email: `from held_account where email_key = 'a'`,
  held_account_replaces: 'from held_account where replaces_identity_id = new_id()',
  identity_email: `from identity where email_key = 'a'`,
  identity_former_external_id: `from identity where integration_id = new_id() and profile ->> 'externalId' = 'a'
    and vendor_state = 'deactivated' and profile ? 'externalId'`,
  identity_in_use: `from identity where email_key = 'a' and email_key is not null and vendor_state <> 'deactivated'`,
  identity_of_no_one: 'from identity where integration_id = new_id() and directory_user_id is null',
  identity_suggestion: 'from identity where suggested_directory_user_id = new_id()',
  identity_to_match: `from identity where email_key = 'a' and integration_id = new_id() and directory_user_id is null
    and link_evidence is null`,
  identity_user: 'from identity where directory_user_id = new_id()',
  scim_resource_external_id: `from scim_resource where integration_id = new_id() and kind = 'user' and external_id = 'a'`,
  // Who is whose manager.
  directory_user_manager_integration: 'from directory_user where manager_integration_id = new_id()',
  directory_user_unresolved_manager: `from directory_user where manager_problem is not null and manager_reference = 'a'`,
  identity_by_manager_name: `from identity where integration_id = new_id() and profile ? 'managerName'
    and name_key(profile ->> 'managerName') = 'a'`,
  // What a run has read, written and evaluated.
  import_absent_run: 'from import_absent where run_id = new_id()',
  import_account_run: 'from import_account where run_id = new_id()',
  import_evaluated_run: 'from import_evaluated where run_id = new_id()',
  import_evaluated_manager_run: 'from import_evaluated_manager where run_id = new_id()',
  import_member_run: 'from import_member where run_id = new_id()',
  import_packed_run: 'from import_packed where run_id = new_id()',
  import_present_run: 'from import_present where run_id = new_id()',
  import_resource_run: 'from import_resource where run_id = new_id()',
  import_unchanged_run: 'from import_unchanged where run_id = new_id()',
  import_written_identity_user:
    'from import_written_identity where run_id = new_id() and directory_user_id = new_id()',
  import_written_user_manager:
    'from import_written_user where run_id = new_id() order by manager_id',
  import_written_user_parent:
    'from import_written_user where run_id = new_id() order by parent_user_id',
  import_run_incident: 'from import_run where incident_id = new_id()',
  import_run_unfinished: `from import_run where finished_at is null and heard_at < now()`,
  import_run_person_account: `from import_run_person where vendor_id = 'a'`,
  import_run_person_email: `from import_run_person where email is not null and email_key(email) = 'a'`,
  import_run_person_known: 'from import_run_person where directory_user_id = new_id()',
  // Limits: who has moved lately, and by what.
  account_end_at: 'from account_end where at < now()',
  cause_person_at: `from cause_person where cause_kind = 'a' and cause_id = new_id() and direction = 'a' order by at`,
  incident_movement_approved_at: 'from incident_movement where approved_at < now()',
  movement_at: 'from movement where at < now()',
  named_person_at: `from named_person where cause_kind = 'a' and cause_id = new_id() order by at`,
  // The policy.
  attribute_absorbed_by: 'from attribute where absorbed_by_id = new_id()',
  plan_applying: `from plan where state = 'applying'`,
  plan_effect_person: 'from plan_effect where directory_user_id = new_id()',
  plan_effect_ruleset:
    'from plan_effect where plan_id = new_id() and ruleset_id = new_id() order by position',
  policy_user_grace: `from policy_user where rule_id = new_id() and expires_by = 'grace' and deleted_at is null`,
  policy_user_person: 'from policy_user where directory_user_id = new_id()',
  policy_user_rule: 'from policy_user where rule_id = new_id()',
  qualification_rule:
    'from qualification where rule_id = new_id() and directory_user_id = new_id()',
  rule_by_state: `from rule where state = 'active'`,
  // What is due.
  directory_user_by_end:
    'from directory_user where expires_at < now() and deleted_at is null order by expires_at',
  directory_user_by_start:
    'from directory_user where activates_at < now() and deleted_at is null order by activates_at',
  due_instant_at: 'from due_instant where at < now()',
  due_instant_rule: `from due_instant where at < now() and kind = 'rule'`,
  integration_sync_due_at: 'from integration_sync where due_at < now()',
  // What is cleared away.
  idempotency_key_age: 'from idempotency_key where created_at < now()',
  login_code_expires_at: 'from login_code where expires_at < now()',
  plan_end: 'from plan where expires_at < now()',
  plan_to_empty: `from plan where expires_at < now() and operations <> '[]'`,
  token_exchanged: 'from token where is_exchanged and expires_at < now() order by expires_at',
  session_expires_at: 'from session where expires_at < now()',
  announced_due_at: 'from announced_due where at < now()',
  notice_due: `from notice where state = 'waiting' and next_at < now() order by next_at`,
  notice_failed: `from notice where state = 'failed' and last_at > now()`,
  notice_created: `from notice order by created_at, id`,
  notice_digest_due: `from notice_digest where due_at < now()`,
  webhook_attempt_due: `from webhook_attempt where webhook_id = new_id() and state = 'waiting' and next_at < now() order by next_at`,
  webhook_attempt_waiting: `from webhook_attempt where webhook_id = new_id() and subject = 'a' and state = 'waiting' order by position`,
  sign_in_attempt_account: `from sign_in_attempt where account = 'a' and created_at > now()`,
  sign_in_attempt_created_at: 'from sign_in_attempt where created_at < now()',
  sign_in_link_expires_at: 'from sign_in_link where expires_at < now()',
  identity_vendor_deactivated_at:
    'from identity where integration_id = new_id() and vendor_deactivated_at is not null order by vendor_deactivated_at desc',
  // Who made a sign-in or a token that is to end.
  session_issuer_service: 'from session where issuer_service_id = new_id()',
  session_issuer_user: 'from session where issuer_user_id = new_id()',
  sign_in_link_issuer_service: 'from sign_in_link where issuer_service_id = new_id()',
  sign_in_link_issuer_user: 'from sign_in_link where issuer_user_id = new_id()',
  token_issuer_service: 'from token where issuer_service_id = new_id()',
  token_issuer_user: 'from token where issuer_user_id = new_id()',
}

/** Indexes that are there for themselves are left out: those that keep rows apart, and those of foreign keys. */
const others = `
  select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not i.indisunique and not exists (
    select from pg_constraint k where k.contype = 'f' and k.conrelid = i.indrelid and i.indpred is null
      and (select array_agg(a order by a) from unnest(k.conkey) a)
        = (select array_agg(a order by a) from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) a))
  order by name`

test('each index is needed by a query', async () => {
  const found = await client.query<{ name: string }>(others)
  assert.deepEqual(
    found.rows.map(({ name }) => name),
    Object.keys(neededBy).toSorted((a, b) => (a < b ? -1 : 1)),
  )
})

test('each of these queries reads its index', async () => {
  // Of two indexes that serve a query alike, the one with fewer rows is read.
  await client.query(`insert into directory_user (base_state, deleted_at)
    select 'deactivated', case when n = 1 then now() end from generate_series(1, 200) n`)
  await client.query('analyze directory_user')
  await client.query('set enable_seqscan = off')
  await client.query('set enable_sort = off')
  const unread: string[] = []
  for (const [name, part] of Object.entries(neededBy))
    if (!(await planOf(part)).includes(` ${name} `)) unread.push(name)
  assert.deepEqual(unread, [])
})

async function planOf(part: string): Promise<string> {
  const text = part.replaceAll('new_id()', `'00000000-0000-0000-0000-000000000000'`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) select ${text}`,
  )
  return rows.map((row) => `${row['QUERY PLAN']} `).join('\n')
}

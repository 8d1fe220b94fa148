/**
 * The tables of a backup. Each is in one of the lists here: a backup of a table that is in none is refused, and a test compares them
 * with the schema. A table that a migration drops stays here, because an older backup may have it.
 */
export const tables: readonly string[] = `
  server_secret policy_epoch policy_settings policy_role integration integration_secret integration_sync scim_secret
  scim_resource state_source directory_user identity account_number former_number identity_candidate orphan_to_match
  directory_user_version directory_user_tally workspace_user role workspace_user_role configured_role service service_permission
  service_use service_admin token token_permission dimension attribute dimension_surplus resource resource_member ruleset rule condition resting_rule
  ruleset_admin qualification policy_user policy_user_phase returned_stay confirmed_hierarchy due_instant import_run import_run_row
  import_run_ruleset import_run_person import_run_effect plan plan_ruleset plan_effect plan_approval job schedule idempotency_key
  incident held_account incident_movement incident_plan incident_decision ruleset_tally movement cause_person cause_tally
  account_end account_tally named_person refused_write audit_log audit_log_personal event_origin announced_due webhook
  webhook_progress webhook_attempt audit_stream audit_archive audit_archived_count notice_setting notice_digest notice_told
  notice`
  .trim()
  .split(/\s+/)

/** Why a table is left out. It is empty after a restore, or has the rows that a new schema has. */
const reasons = {
  'A migration that runs says so itself.': 'schema_migration schema_source',
  'It belongs to running processes.': 'cache_lease work_lease commit_receipt open_change',
  'It is what a running import has read, and worth nothing without it.':
    'import_stage import_account import_resource import_member import_unchanged import_absent import_evaluated import_evaluated_manager import_present import_written_identity import_written_user import_packed',
  'It saves work, is found out again, and a crash empties it too.': 'reported_account',
  'A session or a link that was ended after the backup must not live again: everybody signs in anew.':
    'session sign_in_link sign_in_attempt login_code',
}

/** Name → reason. */
export const leftOut: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, names]) =>
    names.split(' ').map((name) => [name, reason] as const),
  ),
)

/**
 * Columns that are left out, and what a restore writes there. The ids of transactions mean nothing in another cluster, and may be
 * those of future ones there: all of them become that of one that ended long ago. The order within the log is that of `sequence`, and a
 * plan of an incident is worked out again.
 */
export const columnsLeftOut: ReadonlyMap<string, string> = new Map([
  ['audit_log.transaction', `'3'`],
  ['audit_archive.last_transaction', `'3'`],
  ['incident_plan.horizon', `'3'`],
])

/** The sequences of no column. */
export const sequences: readonly string[] = ['held_account_change', 'hierarchy_change']

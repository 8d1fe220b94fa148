/** One kind of derived row, what corrupts it, and what is said of it: the part, and what differs. */
export type Corruption = { name: string; table: string; by: string; says: readonly string[] }

const person = (name: string) => `(select id from directory_user where username = '${name}')`
const ruleset = `(select s.id from ruleset s join resource r on r.id = s.resource_id where r.name = 'sellers')`
const stay = (name: string) =>
  `ruleset_id = ${ruleset} and directory_user_id = ${person(name)} and deleted_at is null`
const log = 'audit_log'

export const corruptions: readonly Corruption[] = [
  {
    name: 'a membership that is missing',
    table: 'policy_user',
    by: `delete from policy_user where ${stay('s02')}`,
    says: ['access membership', 'counters tally of members'],
  },
  {
    name: 'a membership too many',
    table: 'policy_user',
    by: `insert into policy_user (ruleset_id, directory_user_id, rule_id, state)
      select ruleset_id, ${person('l07')}, rule_id, state from policy_user where ${stay('s02')}`,
    says: ['access membership', 'counters tally of members'],
  },
  {
    name: 'a membership with an end that its rule does not have',
    table: 'policy_user',
    by: `update policy_user set state = 'expiring', expires_by = 'rule', expires_at = '2030-01-01' where ${stay('s02')}`,
    says: [
      'access membership',
      'audit last audit row of expires_at',
      'audit last audit row of state',
      'due due instant of policy_user',
    ],
  },
  {
    name: 'a grace that ends later',
    table: 'policy_user',
    by: `update policy_user set expires_at = expires_at + interval '1 day' where ${stay('s01')}`,
    says: ['audit last audit row of expires_at', 'due due instant of policy_user'],
  },
  {
    name: 'a stay that lacks its first hour',
    table: 'policy_user',
    by: `update policy_user set phase_since = phase_since + interval '1 hour' where ${stay('s02')}`,
    says: ['stays phases'],
  },
  {
    name: 'a phase that is gone',
    table: 'policy_user_phase',
    by: 'delete from policy_user_phase where policy_user_id in (select id from policy_user where deleted_at is null)',
    says: ['stays phases'],
  },
  {
    name: 'a qualification that is missing',
    table: 'qualification',
    by: `delete from qualification where directory_user_id = ${person('s02')}
      and rule_id in (select id from rule where ruleset_id = ${ruleset})`,
    says: ['access qualification'],
  },
  {
    name: 'a qualification too many',
    table: 'qualification',
    by: `insert into qualification select ${person('l07')}, id from rule where ruleset_id = ${ruleset} and key = 'sellers'`,
    says: ['access qualification'],
  },
  {
    name: 'an org of an attribute that the person does not have',
    table: 'directory_user',
    by: `update directory_user set org = '{"department": "Sales"}' where username = 'l07'`,
    says: ['access org'],
  },
  {
    name: 'a state that the facts do not give',
    table: 'directory_user',
    by: `update directory_user set state = 'suspended' where username = 'l07'`,
    says: [
      'audit last audit row of state',
      'counters people who are active',
      'counters people who are suspended',
      'people state',
    ],
  },
  {
    name: 'a full name of other names',
    table: 'directory_user',
    by: `update directory_user set full_name = 'Somebody Else' where username = 'l07'`,
    says: ['people full_name'],
  },
  {
    name: 'a name that the leading account does not have',
    table: 'directory_user',
    by: `update directory_user set first_name = 'Somebody', full_name = 'Somebody Last' where username = 'l07'`,
    says: ['audit last audit row of first_name', 'people first_name', 'people search_text'],
  },
  {
    name: 'the key of another address',
    table: 'directory_user',
    by: `update directory_user set email_key = 'else@example.com' where username = 'l07'`,
    says: ['people email_key'],
  },
  {
    name: 'a search text of another person',
    table: 'directory_user',
    by: `update directory_user set search_text = 'else' where username = 'l07'`,
    says: ['people search_text'],
  },
  {
    name: 'a username of another address',
    table: 'directory_user',
    by: `update directory_user set username = 'else' where username = 'l07'`,
    says: ['audit last audit row of username', 'people search_text', 'people username'],
  },
  {
    name: 'a manager without reports',
    table: 'directory_user',
    by: `update directory_user set is_manager = true where username = 'deputy'`,
    says: ['people is_manager'],
  },
  {
    name: 'metadata that nobody set',
    table: 'directory_user',
    by: `update directory_user set metadata = '{"desk": "13"}' where username = 'l04'`,
    says: ['audit last audit row of metadata.desk'],
  },
  {
    name: 'an end that the source did not give',
    table: 'directory_user',
    by: `update directory_user set source_expires_at = '2030-01-01' where username = 'l07'`,
    says: ['audit last audit row of source_expires_at', 'people expires_at'],
  },
  {
    name: 'a person whom no account leads',
    table: 'directory_user',
    by: `update directory_user set primary_identity_id = null where username = 'l07'`,
    says: ['audit last audit row of primary_identity_id', 'people primary_identity_id'],
  },
  {
    name: 'a manager whom the source does not name',
    table: 'directory_user',
    by: `update directory_user set manager_id = ${person('deputy')} where username = 's02'`,
    says: [
      'access membership',
      'access qualification',
      'audit last audit row of manager_id',
      'managers manager_id',
      'people is_manager',
    ],
  },
  {
    name: 'the state of a workspace user',
    table: 'workspace_user',
    by: `update workspace_user set state = 'deactivated'`,
    says: ['people state'],
  },
  {
    name: 'a rule whose state no row says',
    table: 'rule',
    by: `update rule set description = 'x', state = 'deactivated' where state = 'staged'`,
    says: ['audit last audit row of state'],
  },
  {
    name: 'an account with the key of another address',
    table: 'identity',
    by: `update identity set email_key = 'else@example.com' where vendor_id = 'l07'`,
    says: ['people email_key'],
  },
  {
    name: 'an account with another search text',
    table: 'identity',
    by: `update identity set search_text = 'else' where vendor_id = 'l07'`,
    says: ['people search_text'],
  },
  {
    name: 'a profile that the source did not send',
    table: 'identity',
    by: `update identity set profile = jsonb_set(profile, '{login}', '"else"') where vendor_id = 'l07'`,
    says: ['audit last audit row of profile.login'],
  },
  {
    name: 'an end that will not come',
    table: 'due_instant',
    by: `delete from due_instant where record_id = ${person('l03')}`,
    says: ['due due instant of directory_user'],
  },
  {
    name: 'a start at another date',
    table: 'due_instant',
    by: `update due_instant set at = at + interval '1 day' where kind = 'directory_user_start'`,
    says: ['due due instant of directory_user_start'],
  },
  {
    name: 'an instant of no record',
    table: 'due_instant',
    by: `insert into due_instant values ('workspace_user', new_id(), '2030-01-01')`,
    says: ['due due instant of workspace_user'],
  },
  {
    name: 'a rule in force for a person who is away',
    table: 'resting_rule',
    by: 'delete from resting_rule',
    says: ['due due instant of rule', 'due rest'],
  },
  {
    name: 'a count of audit rows about a person',
    table: 'directory_user_version',
    by: `update directory_user_version set audit_logs_subject = audit_logs_subject + 1 where directory_user_id = ${person('l07')}`,
    says: ['counters audit_logs_subject'],
  },
  {
    name: 'a count of audit rows that name a person',
    table: 'directory_user_version',
    by: `update directory_user_version set audit_logs_related = 7 where directory_user_id = ${person('l07')}`,
    says: ['counters audit_logs_related'],
  },
  {
    name: 'a count of people in a state',
    table: 'directory_user_tally',
    by: `insert into directory_user_tally values ('active', 1)`,
    says: ['counters people who are active'],
  },
  {
    name: 'a count of people whom a group lost',
    table: 'ruleset_tally',
    by: `update ruleset_tally set loses = loses + 1 where ruleset_id = ${ruleset}`,
    says: ['counters tally of losses'],
  },
  {
    name: 'a count of people whom a source moved',
    table: 'cause_tally',
    by: `update cause_tally set loses = loses + 1 where cause_kind = 'integration'`,
    says: ['counters people moved: losses'],
  },
  {
    name: 'a person whom a source moved at another time',
    table: 'cause_person',
    by: `update cause_person set at = at - interval '1 minute' where direction = 'lose' and directory_user_id = ${person('s01')}`,
    says: ['counters people moved: lose'],
  },
  {
    name: 'a count of accounts that ended',
    table: 'account_tally',
    by: 'update account_tally set ends = ends + 1',
    says: ['counters ends of accounts'],
  },
  {
    name: 'a number that the account does not have',
    table: 'account_number',
    by: `update account_number set value = value || '0' where identity_id = (select id from identity where vendor_id = 'l07')`,
    says: ['counters number', 'counters number'],
  },
  {
    name: 'an old value that was not there',
    table: log,
    by: `update audit_log set changes = jsonb_set(changes, '{expires_at,old}', '"2020-01-01T00:00:00.000Z"')
      where event = 'directory.user.expire'`,
    says: ['audit directory.user.expire: expires_at follows from no earlier row'],
  },
  {
    name: 'a last value that is not stored',
    table: log,
    by: `update audit_log set changes = jsonb_set(changes, '{expires_at,new}', '"2020-01-01T00:00:00.000Z"')
      where event = 'directory.user.expire'`,
    says: ['audit last audit row of expires_at'],
  },
  {
    name: 'an audit row that is gone',
    table: log,
    by: `delete from audit_log where event = 'directory.user.expire'`,
    says: [
      'audit last audit row of expires_at',
      'audit last audit row of state',
      'counters audit_logs_record',
      'counters audit_logs_subject',
    ],
  },
  {
    name: 'a personal value that its row does not refer to',
    table: 'audit_log_personal',
    by: `update audit_log_personal set changes = jsonb_set(changes, '{email,new}', '"else@example.com"') where audit_log_id =
      (select id from audit_log where event = 'directory.user.create' and record_id = ${person('l07')})`,
    says: [
      'audit directory.user.create: personal values are not those of the row',
      'audit last audit row of email',
    ],
  },
  {
    name: 'personal values that are gone',
    table: 'audit_log_personal',
    by: `delete from audit_log_personal where audit_log_id =
      (select id from audit_log where event = 'directory.user.create' and record_id = ${person('l07')})`,
    says: ['audit directory.user.create: personal values are missing'],
  },
  {
    name: 'a service whose sponsor has left',
    table: 'service',
    by: `insert into service (name, handle, base_state, state, sponsor_id) values ('x', 'x', 'staged', 'staged', ${person('l01')})`,
    says: ['people sponsor_id'],
  },
]

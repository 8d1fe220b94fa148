import assert from 'node:assert/strict'
import { idPrefixes, type IdKind } from '../src/contract/ids.ts'

type Query = (text: string) => Promise<Record<string, unknown>[]>

/** Where the ids of a row may stand, by the noun of its event; `null` is no id. The subject is a directory user. */
type Positions = {
  record: IdKind
  parent: (IdKind | null)[]
  related: (IdKind | null)[]
  /** `record`: the record itself; `parent`: the parent where that is a person. */
  subject: 'none' | 'record' | 'parent' | 'someone' | 'any'
}

const none = [null]
const alone = (record: IdKind): Positions => ({
  record,
  parent: none,
  related: none,
  subject: 'none',
})
const within = (record: IdKind, ...parent: IdKind[]): Positions => ({ ...alone(record), parent })
const positionsByNoun: Record<string, Positions> = {
  'access.login_code': alone('workspaceUser'),
  'access.session': { ...within('session', 'workspaceUser'), subject: 'any' },
  'access.sign_in_link': { ...alone('workspaceUser'), subject: 'any' },
  'directory.attribute': within('attribute', 'dimension'),
  'directory.dimension': within('dimension', 'integration'),
  'directory.identity': {
    record: 'identity',
    parent: ['directoryUser', 'integration'],
    related: ['integration', 'directoryUser'],
    subject: 'parent',
  },
  'directory.member': {
    record: 'resource',
    parent: none,
    related: ['identity'],
    subject: 'any',
  },
  'directory.user': {
    record: 'directoryUser',
    parent: none,
    related: ['directoryUser', null],
    subject: 'record',
  },
  'policy.condition': {
    record: 'condition',
    parent: ['rule'],
    related: ['attribute', null],
    subject: 'any',
  },
  'policy.incident': { ...alone('incident'), related: ['importRun', null] },
  'policy.plan': { ...alone('plan'), related: ['plan', null] },
  'policy.rule': {
    ...within('rule', 'ruleset'),
    related: ['rule', 'ruleset', 'directoryUser', null],
    subject: 'any',
  },
  'policy.ruleset': within('ruleset', 'resource', 'attribute'),
  'policy.ruleset_admin': {
    ...within('rulesetAdmin', 'ruleset'),
    related: ['workspaceUser'],
    subject: 'any',
  },
  'policy.settings': alone('policySettings'),
  'policy.user': {
    record: 'policyUser',
    parent: ['ruleset'],
    related: ['rule', 'policyUser'],
    subject: 'someone',
  },
  'workspace.role': alone('role'),
  'workspace.scim_secret': within('scimSecret', 'integration'),
  'workspace.secret_key': alone('secretKey'),
  'workspace.service': { ...alone('service'), related: ['directoryUser', null] },
  'workspace.service_admin': {
    ...within('serviceAdmin', 'service'),
    related: ['workspaceUser'],
    subject: 'any',
  },
  'workspace.service_permission': alone('service'),
  'workspace.token': { ...within('token', 'service', 'workspaceUser'), related: ['token', null] },
}

const rowsByPositions = `
  select event, record_type, parent_type, related_type, subject_id is not null as has_subject,
    subject_id is not distinct from record_id as is_record, subject_id is not distinct from parent_id as is_parent,
    min(id::text) as id
  from audit_log group by 1, 2, 3, 4, 5, 6, 7`

/**
 * The first members of a group are together on rows, the later ones one by one. The roles of a user are their names, which may
 * have changed since. A name may begin as none or as an empty one.
 */
const brokenChains = `
  with change as (
    select a.at, a.sequence, a.event, a.record_type, a.record_id, c.key, c.value -> 'old' as old, c.value -> 'new' as new
    from audit_log a left join audit_log_personal p on p.audit_log_id = a.id,
      jsonb_each(a.changes || coalesce(p.changes, '{}')) c
    where jsonb_typeof(c.value) = 'object' and c.key <> 'roles' and a.event <> 'directory.resource.populate'
    union all
    select a.at, a.sequence, a.event, a.record_type, a.record_id, 'members.' || m.key, null, m.value
    from audit_log a, jsonb_each(a.changes -> 'members' -> 'new') m where a.event = 'directory.resource.populate'
  ), chained as (
    select *, lag(new) over record as before from change
    window record as (partition by record_type, record_id, key order by at, sequence)
  )
  select event, record_type, record_id, key, before, old, new from chained
  where coalesce(nullif(before, 'null'), '""') <> coalesce(nullif(old, 'null'), '""') and before is not null
  order by at, sequence limit 5`

/**
 * Checks the audit log that a test leaves behind: each row has its ids where those of its event stand, and, where all
 * writes were the product's own, what a row says was there before is what the row before it left.
 */
export async function assertAuditWhole(
  query: Query,
  { isChained }: { isChained: boolean },
): Promise<void> {
  const found = await query(rowsByPositions)
  assert.deepEqual(
    found.filter((row) => !isInPlace(row)),
    [],
    'audit rows with other positions than those of their event',
  )
  if (isChained) assert.deepEqual(await query(brokenChains), [], 'audit rows that do not follow')
}

const isOf = (type: unknown, kinds: readonly (IdKind | null)[]) =>
  kinds.some((kind) => (kind === null ? type === null : type === idPrefixes[kind]))

function isInPlace(row: Record<string, unknown>): boolean {
  const positions = positionsByNoun[String(row['event']).split('.').slice(0, 2).join('.')]
  if (positions === undefined) return true
  const isSubject = {
    none: row['has_subject'] === false,
    record: row['is_record'] === true,
    parent: row['is_parent'] === (row['parent_type'] === idPrefixes.directoryUser),
    someone: row['has_subject'] === true,
    any: true,
  }
  return (
    isOf(row['record_type'], [positions.record]) &&
    isOf(row['parent_type'], positions.parent) &&
    isOf(row['related_type'], positions.related) &&
    isSubject[positions.subject]
  )
}

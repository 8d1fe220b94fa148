import { idPrefixes, type IdKind } from './ids.ts'

/** What the API calls each kind of record where it names one by type and id, as the positions of an audit row do. */
export const recordTypes = {
  directoryUser: 'directory_user',
  workspaceUser: 'workspace_user',
  identity: 'directory_identity',
  condition: 'policy_condition',
  ruleset: 'policy_ruleset',
  rule: 'policy_rule',
  attribute: 'directory_attribute',
  dimension: 'directory_dimension',
  resource: 'directory_resource',
  policyUser: 'policy_user',
  rulesetAdmin: 'ruleset_admin',
  plan: 'policy_plan',
  incident: 'policy_incident',
  policySettings: 'policy_settings',
  integration: 'integration',
  service: 'service',
  serviceAdmin: 'service_admin',
  token: 'token',
  session: 'session',
  signInAttempt: 'sign_in_attempt',
  role: 'role',
  importRun: 'import_run',
  scimSecret: 'scim_secret',
  secretKey: 'secret_key',
  webhook: 'webhook',
  webhookAttempt: 'webhook_attempt',
  noticeSetting: 'notice_setting',
  notice: 'notice',
  auditLog: 'audit_log',
} as const satisfies Record<IdKind, string>

// Object.keys forgets the literal names.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const kinds = Object.keys(recordTypes) as IdKind[]
const kindByPrefix: ReadonlyMap<string, IdKind> = new Map(
  kinds.map((kind) => [idPrefixes[kind], kind]),
)

/** The kind whose ids have that prefix, or undefined. */
export function kindOfPrefix(prefix: string): IdKind | undefined {
  return kindByPrefix.get(prefix)
}

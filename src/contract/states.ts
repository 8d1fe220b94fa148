/** The vocabularies of the contract, and those that it leaves open, in the order in which the docs list them. */

/** The states that can be assumed of a person: those that a source or an administrator gives. */
export const assumableStates = ['staged', 'active', 'suspended', 'deactivated'] as const

export const directoryUserStates = [
  'staged',
  'active',
  'expiring',
  'expired',
  'suspended',
  'deactivated',
] as const

export const workspaceUserStates = [
  'staged',
  'active',
  'expiring',
  'expired',
  'deactivated',
] as const
export type WorkspaceUserState = (typeof workspaceUserStates)[number]

export const identityStates = ['active', 'suspended', 'deactivated', 'orphan'] as const
/** Why the match of an account is to be reviewed. */
export const identityReviews = ['conflict', 'recycled_address', 'shared_email'] as const
/** What an account has in common with the person who is suggested for it. */
export const suggestionEvidence = ['email', 'employee_id', 'full_name'] as const

/** What the profile key of an integration that names managers holds of them. */
export const managerReferences = ['vendor_id', 'email', 'employee_id'] as const
export type ManagerReference = (typeof managerReferences)[number]

export const integrationVendors = ['idp', 'suite', 'codehost', 'chat', 'file'] as const
export type IntegrationVendor = (typeof integrationVendors)[number]

export const serviceStates = [...workspaceUserStates] as const
export const serviceEnvironments = ['production', 'staging', 'test', 'development'] as const
/** `agent` is an AI agent: lists tell it apart from other services. */
export const serviceKinds = ['service', 'agent'] as const
export type ServiceState = (typeof serviceStates)[number]

/** The contract’s "Service admin role". */
export const serviceAdminRoles = ['admin', 'audit', 'permission', 'token'] as const
export type ServiceAdminRole = (typeof serviceAdminRoles)[number]

/** The roles of a person on one ruleset, from the least to the most powerful. */
export const rulesetAdminRoles = ['audit', 'create', 'activate', 'admin'] as const
export type RulesetAdminRole = (typeof rulesetAdminRoles)[number]

export const ruleStates = ['staged', 'active', 'expiring', 'expired', 'deactivated'] as const
export const rulesetStates = ['unmanaged', 'monitored', 'managed'] as const
export const policyUserStates = ['active', 'expiring', 'expired', 'deactivated'] as const
/** A resource, an attribute, a dimension or an integration is governed or it is not. */
/** Of an import: it waits for another run of its integration, or for its turn; it was interrupted if its process ended. */
export const runStates = ['waiting', 'running', 'succeeded', 'failed', 'interrupted'] as const
export type RunState = (typeof runStates)[number]

/** What an import is doing. */
export const runPhases = ['reading', 'matching', 'policy', 'done'] as const
export type RunPhase = (typeof runPhases)[number]

/** What a plan of a run would do to a person, besides their access. */
export const personChanges = [
  'created',
  'changed',
  'activated',
  'suspended',
  'deactivated',
] as const
export type PersonChange = (typeof personChanges)[number]

export const resourceStates = ['active', 'deactivated'] as const
export type ResourceState = (typeof resourceStates)[number]
/** The last part of the audit event, and the first of the operation, that sets the state. */
export const resourceStateVerbs = {
  active: 'activate',
  deactivated: 'deactivate',
} as const satisfies Record<ResourceState, string>

export const conditionTypes = [
  'attribute',
  'identity',
  'user',
  'direct_reports_of',
  'all_reports_of',
  'entitled_to',
] as const
export type ConditionType = (typeof conditionTypes)[number]

export const conditionOperators = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'matches',
  'exists',
  'not_exists',
  'greater_than',
  'less_than',
] as const
export type ConditionOperator = (typeof conditionOperators)[number]

/** The singular of a describe's count keys, in the contract's order. */
export const resourceTypes = [
  'codehost_group',
  'codehost_project',
  'suite_drive_doc',
  'suite_drive_file',
  'suite_drive_folder',
  'suite_drive_deck',
  'suite_drive_sheet',
  'suite_identity_group',
  'suite_workspace_drive',
  'suite_workspace_group',
  'idp_group',
  'chat_public_channel',
  'chat_private_channel',
  'chat_group',
] as const
export type ResourceType = (typeof resourceTypes)[number]

export const rulesetTypes = ['directory_attribute', ...resourceTypes] as const
export type RulesetType = (typeof rulesetTypes)[number]

/**
 * How what a person should have compares with what they have at the vendor. `unmanaged`: a member that no rule concerns.
 */
export const driftStatuses = ['missing', 'extra', 'role_differs', 'unmanaged', 'in_sync'] as const
export type DriftStatus = (typeof driftStatuses)[number]
/** Of members; who is no member is in no list of these. */
export const memberStatuses = ['extra', 'role_differs', 'unmanaged', 'in_sync'] as const
export type MemberStatus = (typeof memberStatuses)[number]

export const scimSecretStates = ['active', 'expired', 'revoked'] as const

export const incidentStates = ['open', 'closed'] as const
/** How an incident ended. */
export const incidentClosings = ['approved', 'rejected', 'released', 'applied'] as const
export type IncidentClosing = (typeof incidentClosings)[number]

/** What can happen to a person's place in a manifest; several may happen at once. */
export const effectKinds = [
  'added',
  'removed',
  'role_changed',
  'grace_started',
  'grace_ended',
  'end_changed',
] as const
export type EffectKind = (typeof effectKinds)[number]

/** Findings about a change as a whole, and no ruleset. */
export const findingsOfWhole = [
  'people_created',
  'people_ungoverned',
  'accounts_unmatched',
  'numbers_lost',
  'numbers_changed',
  'facts_pending',
  'test_failed',
] as const

/** What can be said of a rule that has not ended, beside it in lists. */
export const ruleFindingKinds = ['referent_gone', 'self_service_key'] as const

/** What is odd about a rule in force, or about a change. */
export const findingKinds = [
  'never_matches',
  'shadowed',
  ...ruleFindingKinds,
  'person_left',
  'matches_nobody',
  'matches_everybody',
  'begins_later',
  ...findingsOfWhole,
] as const
export type FindingKind = (typeof findingKinds)[number]

/** `planning`: a job works out its effect. `expired` is a ready plan whose time is over. */
export const planStates = [
  'planning',
  'ready',
  'applying',
  'applied',
  'failed',
  'stale',
  'expired',
] as const
export type PlanState = (typeof planStates)[number]

/** `job`: a change that its request left to a job. `incident`: what approving an incident would do. */
export const planKinds = ['change', 'job', 'incident'] as const
export type PlanKind = (typeof planKinds)[number]

export const auditActorTypes = ['user', 'service', 'integration', 'system'] as const
export type AuditActorType = (typeof auditActorTypes)[number]
export const auditVias = ['api', 'console', 'cli', 'sync'] as const
export type AuditVia = (typeof auditVias)[number]

/** Whose documented differences from RFC 7644 the SCIM endpoint of an integration takes. */
export const scimProfiles = [
  'strict',
  'entra',
  'okta',
  'onelogin',
  'authentik',
  'keycloak',
] as const
export type ScimProfile = (typeof scimProfiles)[number]

export const webhookStates = ['active', 'paused'] as const
/** Why a webhook is paused: someone paused it; its maker has ended or lost the right; the receiver answered 410; nothing could be sent for a day. */
export const webhookPauses = ['user', 'owner', 'gone', 'failing'] as const
export type WebhookPause = (typeof webhookPauses)[number]
/** Of an event at a webhook: it will be sent again; it was accepted; it is no longer sent by itself. */
export const webhookAttemptStates = ['waiting', 'delivered', 'dead'] as const

/** A digest of what waits; what can't wait, at once; what someone asked for to see that it arrives. */
export const noticeKinds = ['digest', 'at_once', 'test'] as const
export const noticeChannels = ['email', 'chat'] as const
export type NoticeChannel = (typeof noticeChannels)[number]
/** It will be sent, or sent again; it was accepted; it is no longer tried. */
export const noticeStates = ['waiting', 'sent', 'failed'] as const
export const chatTypes = ['slack', 'teams', 'mattermost'] as const
export type ChatType = (typeof chatTypes)[number]
/** What a line of a notice is about: what waits for a decision, then what falls due. */
export const noticeLineKinds = [
  'incidents',
  'plans',
  'failing_sources',
  'rejected_account_ends',
  'rulesets_with_findings',
  'sources_with_unknown_states',
  'unattended_services',
  'unsponsored_services',
  'unconfirmed_services',
  'services_to_confirm',
  'waiting_accounts',
  'orphans',
  'dimensions_with_surplus',
  'due_rules',
  'due_people',
] as const
export type NoticeLineKind = (typeof noticeLineKinds)[number]
/** Not wanted unless someone asks for them: there may always be some. */
export const usuallyMuted = ['orphans', 'due_people'] as const satisfies readonly NoticeLineKind[]

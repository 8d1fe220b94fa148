import { abilities } from './abilities.ts'
import { withAbilities } from './http/reads/abilities.ts'
import type { Route } from './http/route/route.ts'
import { describeDirectoryUser } from './directory/users/describe-directory-user.ts'
import { ping } from './workspace/auth/ping.ts'
import { testToken } from './workspace/auth/test-token.ts'
import { describeDirectoryIdentity } from './directory/identities/describe-directory-identity.ts'
import {
  linkDirectoryIdentity,
  unlinkDirectoryIdentity,
} from './directory/links/link-directory-identity.ts'
import { listDirectoryIdentities } from './directory/identities/list-directory-identities.ts'
import { listIdentitiesOfDirectoryUser } from './directory/identities/list-identities-of-directory-user.ts'
import { describeDirectoryResource } from './directory/resources/describe-directory-resource.ts'
import { listDirectoryResources } from './directory/resources/list-directory-resources.ts'
import { listResourceMembers } from './directory/resources/list-resource-members.ts'
import { listSuggestedRules } from './directory/resources/list-suggested-rules.ts'
import { listResourceDrift } from './directory/resources/list-resource-drift.ts'
import { listResourcesOfDirectoryUser } from './directory/resources/list-resources-of-directory-user.ts'
import { describeIntegrationOfDirectoryUser } from './directory/users/describe-integration-of-directory-user.ts'
import { describeWorkspaceUserOfDirectoryUser } from './directory/users/describe-workspace-user-of-directory-user.ts'
import { compareDirectoryUser } from './directory/users/compare-directory-user.ts'
import { compareTeamOfDirectoryUser } from './directory/users/compare-team-of-directory-user.ts'
import { explainDirectoryUser } from './directory/users/explain-directory-user.ts'
import { whatIfDirectoryUser } from './directory/users/what-if-directory-user.ts'
import { listAccessOfDirectoryUser } from './directory/users/list-access-of-directory-user.ts'
import { listDirectReportUsers } from './directory/users/list-direct-report-users.ts'
import { listDirectoryUsers } from './directory/users/list-directory-users.ts'
import { listSecondaryUsers } from './directory/users/list-secondary-users.ts'
import { createDirectoryUser } from './directory/users/create-directory-user.ts'
import { updateDirectoryUser } from './directory/users/update-directory-user.ts'
import { activateDirectoryUser } from './directory/users/activate-directory-user.ts'
import {
  deactivateDirectoryUser,
  deleteDirectoryUser,
  expireDirectoryUser,
  suspendDirectoryUser,
} from './directory/users/end-directory-user.ts'
import { restoreDirectoryUser } from './directory/users/restore-directory-user.ts'
import { eraseDirectoryUser } from './directory/users/erase-directory-user.ts'
import { listDimensions } from './policy/dimensions/list-dimensions.ts'
import { describeDimension } from './policy/dimensions/describe-dimension.ts'
import { createDimension } from './policy/dimensions/create-dimension.ts'
import { updateDimension } from './policy/dimensions/update-dimension.ts'
import { activateDimension } from './policy/dimensions/activate-dimension.ts'
import { deactivateDimension } from './policy/dimensions/deactivate-dimension.ts'
import { listAttributes } from './policy/attributes/list-attributes.ts'
import { describeAttribute } from './policy/attributes/describe-attribute.ts'
import { listAttributeUsers } from './directory/users/list-attribute-users.ts'
import { createAttribute } from './policy/attributes/create-attribute.ts'
import { updateAttribute } from './policy/attributes/update-attribute.ts'
import { activateAttribute } from './policy/attributes/activate-attribute.ts'
import { deactivateAttribute } from './policy/attributes/deactivate-attribute.ts'
import { listSuggestedKeys } from './policy/conditions/list-suggested-keys.ts'
import { listSuggestedValues } from './policy/conditions/list-suggested-values.ts'
import { describePolicyCondition } from './policy/rules/describe-policy-condition.ts'
import { deletePolicyCondition } from './policy/rules/delete-policy-condition.ts'
import { listPolicyRoles } from './policy/roles/list-policy-roles.ts'
import { describeRule } from './policy/rules/describe-rule.ts'
import { listConditionsOfRule } from './policy/rules/list-conditions-of-rule.ts'
import { createPolicyCondition } from './policy/rules/create-policy-condition.ts'
import { updateRule } from './policy/rules/update-rule.ts'
import { deleteRule } from './policy/rules/delete-rule.ts'
import { activateRule } from './policy/rules/activate-rule.ts'
import { deprecateRule } from './policy/rules/deprecate-rule.ts'
import { deactivateRule } from './policy/rules/deactivate-rule.ts'
import { duplicateRule } from './policy/rules/duplicate-rule.ts'
import { createRuleset } from './policy/rulesets/create-ruleset.ts'
import { describeRuleset } from './policy/rulesets/describe-ruleset.ts'
import { compareManifest } from './policy/rulesets/people/compare-manifest.ts'
import { listManifestUsers } from './policy/rulesets/people/list-manifest-users.ts'
import { listQualifiedUsers } from './policy/rulesets/people/list-qualified-users.ts'
import {
  listExceptionsOfRuleset,
  listRulesOfRuleset,
} from './policy/rules/list-rules-of-ruleset.ts'
import { listRulesets } from './policy/rulesets/list-rulesets.ts'
import { listStagedUsers } from './policy/rulesets/people/list-staged-users.ts'
import { previewRule } from './policy/rulesets/people/preview-rule.ts'
import { updateRuleset } from './policy/rulesets/update-ruleset.ts'
import { describePolicySettings } from './policy/settings/describe-policy-settings.ts'
import { updatePolicySettings } from './policy/settings/update-policy-settings.ts'
import { createRule } from './policy/rules/create-rule.ts'
import { createException } from './policy/rules/create-exception.ts'
import { listRulesetAdmins } from './policy/rulesets/admins/list-ruleset-admins.ts'
import { addRulesetAdmin, updateRulesetAdmin } from './policy/rulesets/admins/set-ruleset-admin.ts'
import { describeRulesetAdmin } from './policy/rulesets/admins/describe-ruleset-admin.ts'
import { removeRulesetAdmin } from './policy/rulesets/admins/remove-ruleset-admin.ts'
import { commandRoute } from './policy/plans/command-route.ts'
import { withPlan } from './policy/plans/with-plan.ts'
import { approvePlan } from './policy/plans/approve-plan.ts'
import { createPlan } from './policy/plans/create-plan.ts'
import { listRuleVersions } from './policy/rules/list-rule-versions.ts'
import { putBackRule } from './policy/reverts/put-back-rule.ts'
import { revertPlan } from './policy/reverts/revert-plan.ts'
import { describePlan } from './policy/plans/describe-plan.ts'
import { listPlanEffects } from './policy/plans/list-plan-effects.ts'
import { listPlans } from './policy/plans/list-plans.ts'
import { applyPlan } from './policy/plans/apply-plan.ts'
import { exportPolicy } from './policy-as-code/export-policy.ts'
import { testPolicy } from './policy-as-code/test-policy.ts'
import { approveIncident } from './incidents/approve-incident.ts'
import { describeIncident } from './incidents/describe-incident.ts'
import { describeIncidentChanges } from './incidents/describe-incident-changes.ts'
import { listIncidentEffects } from './incidents/list-incident-effects.ts'
import { rejectIncident } from './incidents/reject-incident.ts'
import { listIncidents } from './incidents/list-incidents.ts'
import { checkAccess } from './policy/users/check-access.ts'
import { checkAccessOfMany } from './policy/users/check-access-of-many.ts'
import { describePolicyUser } from './policy/users/describe-policy-user.ts'
import { createWebhook } from './events/webhooks/create-webhook.ts'
import { deleteWebhook } from './events/webhooks/delete-webhook.ts'
import { describeWebhook } from './events/webhooks/describe-webhook.ts'
import { listWebhooks } from './events/webhooks/list-webhooks.ts'
import { replayWebhook } from './events/webhooks/replay-webhook.ts'
import { rotateWebhook } from './events/webhooks/rotate-webhook.ts'
import { testWebhook } from './events/webhooks/test-webhook.ts'
import { updateWebhook } from './events/webhooks/update-webhook.ts'
import {
  describeWebhookAttempt,
  listWebhookAttempts,
  retryWebhookAttempt,
} from './events/webhooks/webhook-attempts.ts'
import { describeNotice, listNotices } from './notices/sent/list-notices.ts'
import { describeNoticeSetting } from './notices/settings/describe-notice-setting.ts'
import { listNoticeSettings } from './notices/settings/list-notice-settings.ts'
import { testNoticeSetting } from './notices/settings/test-notice-setting.ts'
import { updateNoticeSetting } from './notices/settings/update-notice-setting.ts'
import { pauseWebhook, resumeWebhook } from './events/webhooks/webhook-states.ts'
import { listEvents } from './events/feed/list-events.ts'
import { describeAuditLog } from './workspace/audit-log/describe-audit-log.ts'
import { exportAuditLogs } from './workspace/audit-log/export-audit-logs.ts'
import { listAuditChanges } from './workspace/audit-changes/list-audit-changes.ts'
import { listAuditLogs } from './workspace/audit-log/list-audit-logs.ts'
import { listNames } from './workspace/names/list-names.ts'
import { searchWorkspace } from './workspace/search/search-workspace.ts'
import { describeWorkspaceSummary } from './workspace/summary/describe-workspace-summary.ts'
import { createSignInLink } from './workspace/users/create-sign-in-link.ts'
import { deleteSessions, listSessions } from './workspace/auth/own-sessions.ts'
import { listIssuers } from './workspace/auth/list-issuers.ts'
import { listRoleGivers } from './workspace/auth/list-role-givers.ts'
import { createLoginCode } from './workspace/auth/create-login-code.ts'
import { exchangeToken } from './workspace/exchanges/exchange-token.ts'
import { exchangeLoginCode } from './workspace/auth/exchange-login-code.ts'
import { signOut } from './workspace/auth/sign-out.ts'
import { version } from './workspace/auth/version.ts'
import { createIntegration } from './connectors/integrations/create-integration.ts'
import { deleteIntegration } from './connectors/integrations/delete-integration.ts'
import { makePrimaryIntegration } from './connectors/integrations/make-primary-integration.ts'
import { updateIntegration } from './connectors/integrations/update-integration.ts'
import { describeRun } from './connectors/runs/describe-run.ts'
import { listRuns } from './connectors/runs/list-runs.ts'
import { listRunEffects } from './connectors/runs/list-run-effects.ts'
import { listRunPeople } from './connectors/runs/list-run-people.ts'
import { listRunRows } from './connectors/runs/list-run-rows.ts'
import { startImport } from './connectors/runs/start-import.ts'
import { previewIntegration } from './connectors/sync/preview-integration.ts'
import { previewMapping } from './connectors/sync/preview-mapping.ts'
import { startSync } from './connectors/sync/start-sync.ts'
import { describeIntegration } from './workspace/integrations/describe-integration.ts'
import { listIntegrations } from './workspace/integrations/list-integrations.ts'
import { createScimSecret } from './workspace/scim-secrets/create-scim-secret.ts'
import { describeScimSecret } from './workspace/scim-secrets/describe-scim-secret.ts'
import { listScimSecrets } from './workspace/scim-secrets/list-scim-secrets.ts'
import { revokeScimSecret } from './workspace/scim-secrets/revoke-scim-secret.ts'
import {
  listDirectoryUserAuditLogsParent,
  listDirectoryUserAuditLogsRecord,
  listDirectoryUserAuditLogsRelated,
  listDirectoryUserAuditLogsSubject,
} from './workspace/audit-log/list-directory-user-audit-logs.ts'
import { listWorkspaceUsers } from './workspace/users/list-workspace-users.ts'
import { createWorkspaceUser } from './workspace/users/create-workspace-user.ts'
import { describeWorkspaceUser } from './workspace/users/describe-workspace-user.ts'
import { updateWorkspaceUser } from './workspace/users/update-workspace-user.ts'
import { deactivateWorkspaceUser } from './workspace/users/deactivate-workspace-user.ts'
import { restoreWorkspaceUser } from './workspace/users/restore-workspace-user.ts'
import {
  listWorkspaceUserTokens,
  revokeWorkspaceUserTokens,
  describeWorkspaceUserToken,
  revokeWorkspaceUserToken,
} from './workspace/users/workspace-user-tokens.ts'
import {
  listWorkspaceUserSessions,
  endWorkspaceUserSessions,
  describeWorkspaceUserSession,
  endWorkspaceUserSession,
} from './workspace/users/workspace-user-sessions.ts'
import {
  listWorkspaceUserSignInLinks,
  endWorkspaceUserSignInLinks,
} from './workspace/users/workspace-user-sign-in-links.ts'
import { listServices } from './workspace/services/list-services.ts'
import { createService } from './workspace/services/create-service.ts'
import { describeService } from './workspace/services/describe-service.ts'
import { updateService } from './workspace/services/update-service.ts'
import {
  activateService,
  deactivateService,
  deprecateService,
} from './workspace/services/service-states.ts'
import { confirmService } from './workspace/services/confirm-service.ts'
import { deleteService } from './workspace/services/delete-service.ts'
import { listServiceAdmins } from './workspace/services/list-service-admins.ts'
import { addServiceAdmin } from './workspace/services/add-service-admin.ts'
import { describeServiceAdmin } from './workspace/services/describe-service-admin.ts'
import { updateServiceAdmin } from './workspace/services/update-service-admin.ts'
import { expireServiceAdmin } from './workspace/services/expire-service-admin.ts'
import { removeServiceAdmin } from './workspace/services/remove-service-admin.ts'
import {
  listServiceTokens,
  issueServiceToken,
  describeServiceToken,
  revokeServiceToken,
} from './workspace/services/service-tokens.ts'
import { readServicePermissions } from './workspace/services/read-service-permissions.ts'
import { replaceServicePermissions } from './workspace/services/replace-service-permissions.ts'
import { shrinkService } from './workspace/services/shrink-service.ts'
import { listServiceChanges } from './workspace/audit-changes/list-service-changes.ts'
import { listServiceLogs } from './workspace/services/list-service-logs.ts'
import {
  listTokens,
  createToken,
  describeToken,
  deleteToken,
} from './workspace/tokens/own-tokens.ts'
import { listPermissions } from './workspace/roles/list-permissions.ts'
import { listRoles } from './workspace/roles/list-roles.ts'
import { createRole } from './workspace/roles/create-role.ts'
import { describeRole } from './workspace/roles/describe-role.ts'
import { updateRole } from './workspace/roles/update-role.ts'
import { deleteRole } from './workspace/roles/delete-role.ts'

/** Every endpoint, in the order of the reference. One line each. */
const endpoints: readonly Route[] = [
  ping,
  version,
  testToken,
  listIssuers,
  listRoleGivers,
  signOut,
  createSignInLink,
  createLoginCode,
  exchangeLoginCode,
  exchangeToken,
  listSessions,
  deleteSessions,
  listDirectoryUsers,
  createDirectoryUser,
  describeDirectoryUser,
  withPlan(updateDirectoryUser),
  withPlan(deleteDirectoryUser),
  activateDirectoryUser,
  withPlan(expireDirectoryUser),
  withPlan(suspendDirectoryUser),
  withPlan(deactivateDirectoryUser),
  restoreDirectoryUser,
  eraseDirectoryUser,
  listSecondaryUsers,
  listDirectReportUsers,
  listIdentitiesOfDirectoryUser,
  describeWorkspaceUserOfDirectoryUser,
  describeIntegrationOfDirectoryUser,
  listResourcesOfDirectoryUser,
  listDirectoryUserAuditLogsParent,
  listDirectoryUserAuditLogsRecord,
  listDirectoryUserAuditLogsRelated,
  listDirectoryUserAuditLogsSubject,
  listAccessOfDirectoryUser,
  explainDirectoryUser,
  whatIfDirectoryUser,
  compareDirectoryUser,
  compareTeamOfDirectoryUser,
  listDirectoryIdentities,
  describeDirectoryIdentity,
  withPlan(linkDirectoryIdentity),
  withPlan(unlinkDirectoryIdentity),
  listDimensions,
  commandRoute(createDimension),
  describeDimension,
  commandRoute(updateDimension),
  commandRoute(activateDimension),
  commandRoute(deactivateDimension),
  listAttributes,
  commandRoute(createAttribute),
  describeAttribute,
  commandRoute(updateAttribute),
  commandRoute(activateAttribute),
  commandRoute(deactivateAttribute),
  listAttributeUsers,
  listDirectoryResources,
  describeDirectoryResource,
  listResourceMembers,
  listResourceDrift,
  listSuggestedRules,
  listPolicyRoles,
  describePolicySettings,
  commandRoute(updatePolicySettings),
  listRulesets,
  commandRoute(createRuleset),
  describeRuleset,
  commandRoute(updateRuleset),
  listRulesOfRuleset,
  listExceptionsOfRuleset,
  commandRoute(createRule),
  commandRoute(createException),
  listManifestUsers,
  compareManifest,
  listQualifiedUsers,
  listStagedUsers,
  previewRule,
  listRulesetAdmins,
  commandRoute(addRulesetAdmin),
  describeRulesetAdmin,
  commandRoute(updateRulesetAdmin),
  commandRoute(removeRulesetAdmin),
  describeRule,
  commandRoute(updateRule),
  commandRoute(deleteRule),
  commandRoute(activateRule),
  commandRoute(deprecateRule),
  commandRoute(deactivateRule),
  commandRoute(duplicateRule),
  listConditionsOfRule,
  commandRoute(createPolicyCondition),
  describePolicyCondition,
  commandRoute(deletePolicyCondition),
  listSuggestedKeys,
  listSuggestedValues,
  describePolicyUser,
  checkAccess,
  checkAccessOfMany,
  exportPolicy,
  testPolicy,
  listPlans,
  createPlan,
  approvePlan,
  revertPlan,
  putBackRule,
  listRuleVersions,
  describePlan,
  listPlanEffects,
  applyPlan,
  listIncidents,
  describeIncident,
  describeIncidentChanges,
  listIncidentEffects,
  withPlan(approveIncident),
  rejectIncident,
  describeWorkspaceSummary,
  searchWorkspace,
  listNames,
  listWorkspaceUsers,
  createWorkspaceUser,
  describeWorkspaceUser,
  updateWorkspaceUser,
  deactivateWorkspaceUser,
  restoreWorkspaceUser,
  listWorkspaceUserTokens,
  revokeWorkspaceUserTokens,
  describeWorkspaceUserToken,
  revokeWorkspaceUserToken,
  listWorkspaceUserSessions,
  endWorkspaceUserSessions,
  describeWorkspaceUserSession,
  endWorkspaceUserSession,
  listWorkspaceUserSignInLinks,
  endWorkspaceUserSignInLinks,
  listServices,
  createService,
  describeService,
  updateService,
  activateService,
  deactivateService,
  confirmService,
  deprecateService,
  deleteService,
  listServiceAdmins,
  addServiceAdmin,
  describeServiceAdmin,
  updateServiceAdmin,
  expireServiceAdmin,
  removeServiceAdmin,
  listServiceTokens,
  issueServiceToken,
  describeServiceToken,
  revokeServiceToken,
  readServicePermissions,
  replaceServicePermissions,
  shrinkService,
  listServiceChanges,
  listServiceLogs,
  listTokens,
  createToken,
  describeToken,
  deleteToken,
  listPermissions,
  listRoles,
  createRole,
  describeRole,
  updateRole,
  deleteRole,
  listIntegrations,
  createIntegration,
  describeIntegration,
  withPlan(updateIntegration),
  withPlan(makePrimaryIntegration),
  deleteIntegration,
  startImport,
  startSync,
  previewIntegration,
  previewMapping,
  listRuns,
  describeRun,
  listRunRows,
  listRunPeople,
  listRunEffects,
  listScimSecrets,
  createScimSecret,
  describeScimSecret,
  revokeScimSecret,
  listWebhooks,
  createWebhook,
  describeWebhook,
  updateWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhook,
  testWebhook,
  replayWebhook,
  listWebhookAttempts,
  describeWebhookAttempt,
  retryWebhookAttempt,
  listNoticeSettings,
  describeNoticeSetting,
  updateNoticeSetting,
  testNoticeSetting,
  listNotices,
  describeNotice,
  listEvents,
  listAuditChanges,
  listAuditLogs,
  exportAuditLogs,
  describeAuditLog,
]

export const routes: readonly Route[] = withAbilities(endpoints, abilities)

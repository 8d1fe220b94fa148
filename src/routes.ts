import type { Route } from './http/route.ts'
import { describeDirectoryUser } from './directory/users/describe-directory-user.ts'
import { ping } from './workspace/auth/ping.ts'
import { testToken } from './workspace/auth/test-token.ts'
import { describeDirectoryIdentity } from './directory/identities/describe-directory-identity.ts'
import { listDirectoryIdentities } from './directory/identities/list-directory-identities.ts'
import { listIdentitiesOfDirectoryUser } from './directory/identities/list-identities-of-directory-user.ts'
import { describeDirectoryResource } from './directory/resources/describe-directory-resource.ts'
import { listDirectoryResources } from './directory/resources/list-directory-resources.ts'
import { listResourceMembers } from './directory/resources/list-resource-members.ts'
import { listResourcesOfDirectoryUser } from './directory/resources/list-resources-of-directory-user.ts'
import { describeIntegrationOfDirectoryUser } from './directory/users/describe-integration-of-directory-user.ts'
import { describeWorkspaceUserOfDirectoryUser } from './directory/users/describe-workspace-user-of-directory-user.ts'
import { listDirectReportUsers } from './directory/users/list-direct-report-users.ts'
import { listDirectoryUsers } from './directory/users/list-directory-users.ts'
import { listSecondaryUsers } from './directory/users/list-secondary-users.ts'
import { describeAuditLog } from './workspace/audit-log/describe-audit-log.ts'
import { listAuditLogs } from './workspace/audit-log/list-audit-logs.ts'
import { createSignInLink } from './workspace/auth/create-sign-in-link.ts'
import { deleteSessions } from './workspace/auth/delete-sessions.ts'
import { listSessions } from './workspace/auth/list-sessions.ts'
import { version } from './workspace/auth/version.ts'
import { describeIntegration } from './workspace/integrations/describe-integration.ts'
import { listIntegrations } from './workspace/integrations/list-integrations.ts'
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
import { listServices } from './workspace/services/list-services.ts'
import { createService } from './workspace/services/create-service.ts'
import { describeService } from './workspace/services/describe-service.ts'
import { updateService } from './workspace/services/update-service.ts'
import { activateService } from './workspace/services/activate-service.ts'
import { deactivateService } from './workspace/services/deactivate-service.ts'
import { deleteService } from './workspace/services/delete-service.ts'
import { listServiceAdmins } from './workspace/services/list-service-admins.ts'
import { addServiceAdmin } from './workspace/services/add-service-admin.ts'
import { describeServiceAdmin } from './workspace/services/describe-service-admin.ts'
import { updateServiceAdmin } from './workspace/services/update-service-admin.ts'
import { removeServiceAdmin } from './workspace/services/remove-service-admin.ts'
import { listServiceTokens } from './workspace/services/list-service-tokens.ts'
import { issueServiceToken } from './workspace/services/issue-service-token.ts'
import { revokeServiceToken } from './workspace/services/revoke-service-token.ts'
import { readServicePermissions } from './workspace/services/read-service-permissions.ts'
import { replaceServicePermissions } from './workspace/services/replace-service-permissions.ts'
import { listServiceLogs } from './workspace/services/list-service-logs.ts'
import { listTokens } from './workspace/tokens/list-tokens.ts'
import { createToken } from './workspace/tokens/create-token.ts'
import { deleteToken } from './workspace/tokens/delete-token.ts'
import { listPermissions } from './workspace/roles/list-permissions.ts'
import { listRoles } from './workspace/roles/list-roles.ts'
import { createRole } from './workspace/roles/create-role.ts'
import { updateRole } from './workspace/roles/update-role.ts'
import { deleteRole } from './workspace/roles/delete-role.ts'

/** Every endpoint, in the order of the reference. One line each. */
export const routes: readonly Route[] = [
  ping,
  version,
  testToken,
  createSignInLink,
  listSessions,
  deleteSessions,
  listDirectoryUsers,
  describeDirectoryUser,
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
  listDirectoryIdentities,
  describeDirectoryIdentity,
  listDirectoryResources,
  describeDirectoryResource,
  listResourceMembers,
  listWorkspaceUsers,
  createWorkspaceUser,
  describeWorkspaceUser,
  updateWorkspaceUser,
  deactivateWorkspaceUser,
  restoreWorkspaceUser,
  listServices,
  createService,
  describeService,
  updateService,
  activateService,
  deactivateService,
  deleteService,
  listServiceAdmins,
  addServiceAdmin,
  describeServiceAdmin,
  updateServiceAdmin,
  removeServiceAdmin,
  listServiceTokens,
  issueServiceToken,
  revokeServiceToken,
  readServicePermissions,
  replaceServicePermissions,
  listServiceLogs,
  listTokens,
  createToken,
  deleteToken,
  listPermissions,
  listRoles,
  createRole,
  updateRole,
  deleteRole,
  listIntegrations,
  describeIntegration,
  listAuditLogs,
  describeAuditLog,
]

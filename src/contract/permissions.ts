import type { RulesetAdminRole, ServiceAdminRole } from './states.ts'

/** Every permission, `area.resource.action`, with its description. */
export const permissionDescriptions = {
  'directory.user.view': 'See directory users, their relations and their counts',
  'directory.user.manage':
    'Create and change directory users and take them through their lifecycle',
  'directory.user.erase': 'Erase the data of deleted directory users for good',
  'directory.identity.view': 'See identities without their raw profiles',
  'directory.identity.profile.view': 'See the raw profile that a vendor gave of an identity',
  'directory.identity.link': 'Link identities to people and undo it',
  'directory.dimension.view': 'See dimensions',
  'directory.dimension.manage': 'Make and change dimensions',
  'directory.attribute.view': 'See attributes and who qualifies for them',
  'directory.attribute.manage': 'Make and change attributes',
  'directory.resource.view': 'See vendor resources and their members',
  'policy.rule.view': 'See rulesets, rules, conditions, manifests and explanations',
  'policy.rule.manage': 'Make and change rules and conditions',
  'policy.ruleset.manage': 'Change rulesets, their delegated admins and the settings of policy',
  'policy.change.approve':
    'Approve and reject incidents, apply plans that exceed a limit, and raise limits',
  'workspace.user.view': 'See the people who sign in',
  'workspace.user.manage':
    'Create, change and deactivate the people who sign in, and give them roles',
  'workspace.role.view': 'See roles and permissions',
  'workspace.role.manage': 'Make and change roles',
  'workspace.service.view': 'See every service account, its admins and its permissions',
  'workspace.service.create': 'Create service accounts',
  'workspace.service.manage': 'Administer every service account',
  'workspace.service.permission.manage': 'Change the permissions of every service account',
  'workspace.service.token.view': 'See the tokens of every service account, without their secrets',
  'workspace.service.token.manage': 'Issue and revoke the tokens of every service account',
  'workspace.service.log.view': 'See the logs of every service account',
  'workspace.token.manage': "Issue and revoke one's own tokens, and end one's own sessions",
  'workspace.token.view': "See one's own tokens and sessions",
  'workspace.integration.view': 'See integrations',
  'workspace.integration.manage': 'Connect integrations, and change them',
  'workspace.integration.sync': 'Import into integrations, and sync them',
  'workspace.webhook.view': 'See webhooks, and which events they were sent',
  'workspace.webhook.manage': 'Make and change webhooks, and send events again',
  'audit.log.view': 'See the audit log',
  'audit.log.export': 'Export the audit log',
} as const

export type Permission = keyof typeof permissionDescriptions

/** The role that holds every permission. */
export const ownerRole = 'workspace.owner'

/** A condition's value is a value of a profile by another way: what it takes to see either. */
export const profileValuePermission = 'directory.identity.profile.view' satisfies Permission

/** What a session can use only soon after its person signed in (http/callers/fresh-sign-in.ts). */
export const freshPermissions: ReadonlySet<Permission> = new Set([
  'policy.change.approve',
  'directory.user.erase',
])

/** What a decision about an incident takes in any case. */
export const decisionPermissions = [
  'policy.change.approve',
  'policy.rule.view',
  'directory.user.view',
] as const satisfies Permission[]

/** What it takes to decide an incident: the right to approve, and to see what is in it. */
export function permissionsToDecide(changesProfiles: boolean): Permission[] {
  return changesProfiles
    ? [...decisionPermissions, profileValuePermission]
    : [...decisionPermissions]
}

// Object.keys forgets the literal names that the object above was declared with.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const permissions = Object.keys(permissionDescriptions) as Permission[]
const known: ReadonlySet<string> = new Set(permissions)

/** A scope: a permission's name, or a name with `*` for any characters in it. */
export const scopePattern = '^[a-z_*]+(\\.[a-z_*]+){0,3}$'

/** The default scopes of a token: everything that only reads, without raw profiles. */
export const defaultScopes: readonly string[] = ['*.view']

export function isPermission(name: string): name is Permission {
  return known.has(name)
}

/**
 * The permissions that a scope covers. Only the pattern `*` includes raw profiles; other tokens have to name that
 * permission.
 */
export function expandScope(scope: string): Permission[] {
  if (isPermission(scope)) return [scope]
  if (scope === '*') return permissions
  return permissions.filter(
    (name) => name !== 'directory.identity.profile.view' && matchesScope(scope, name),
  )
}

/** True when the pattern's `*`s can be filled so that it reads as the text. Linear in the text for each `*`. */
export function matchesScope(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return pattern === text
  if (!text.startsWith(head)) return false
  let at = head.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - tail.length >= at && text.endsWith(tail)
}

/** The permissions of several scopes together. */
export function expandScopes(scopes: readonly string[]): Set<Permission> {
  return new Set(scopes.flatMap(expandScope))
}

/** The permissions of each role on a service, on that service. */
export const serviceRolePermissions: Record<ServiceAdminRole, readonly Permission[]> = {
  admin: [
    'workspace.service.view',
    'workspace.service.manage',
    'workspace.service.permission.manage',
    'workspace.service.token.view',
    'workspace.service.token.manage',
    'workspace.service.log.view',
  ],
  audit: ['workspace.service.view', 'workspace.service.log.view'],
  permission: ['workspace.service.view', 'workspace.service.permission.manage'],
  token: [
    'workspace.service.view',
    'workspace.service.token.view',
    'workspace.service.token.manage',
  ],
}

/** What a person may do on one ruleset: see it, draft rules, activate and end them, administer it. */
export const rulesetRights = ['view', 'draft', 'activate', 'administer'] as const
export type RulesetRight = (typeof rulesetRights)[number]

/** The rights of each role on a ruleset, on that ruleset. */
export const rulesetRoleRights: Record<RulesetAdminRole, readonly RulesetRight[]> = {
  audit: ['view'],
  create: ['view', 'draft'],
  activate: ['view', 'draft', 'activate'],
  admin: rulesetRights,
}

/** The permission that grants a right on every ruleset, and whose scope a token needs for it. */
export const rulesetRightPermissions: Record<RulesetRight, Permission> = {
  view: 'policy.rule.view',
  draft: 'policy.rule.manage',
  activate: 'policy.rule.manage',
  administer: 'policy.ruleset.manage',
}

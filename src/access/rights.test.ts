import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { permissions, type Permission, type RulesetRight } from '../contract/permissions.ts'
import { rulesetAdminRoles, serviceAdminRoles } from '../contract/states.ts'
import { may, notHeld, permissionsOf, presentRights, seesWorkspaceUser } from './rights.ts'

// Every role on a row with every permission: what is not in these tables is denied.
const onRuleset: Record<RulesetRight, Record<string, Permission[]>> = {
  view: {
    audit: ['policy.rule.view', 'directory.resource.view'],
    create: ['policy.rule.view', 'directory.resource.view'],
    activate: ['policy.rule.view', 'directory.resource.view'],
    admin: ['policy.rule.view', 'directory.resource.view'],
  },
  draft: {
    create: ['policy.rule.manage'],
    activate: ['policy.rule.manage'],
    admin: ['policy.rule.manage'],
  },
  activate: { activate: ['policy.rule.manage'], admin: ['policy.rule.manage'] },
  administer: { admin: ['policy.ruleset.manage'] },
}
const onService: Record<string, Permission[]> = {
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
const rights: RulesetRight[] = ['view', 'draft', 'activate', 'administer']
const nothing = { permissions: null, service_roles: null, ruleset_roles: null }
const [here, elsewhere] = [randomUUID(), randomUUID()]

test('a role on a ruleset gives what its right says, there and nowhere else', () => {
  for (const role of rulesetAdminRoles) {
    const row = { ...nothing, ruleset_roles: { [here]: role } }
    const caller = presentRights(row, ['*'])
    for (const right of rights) {
      const given = onRuleset[right][role] ?? []
      for (const permission of permissions) {
        const may_ = (on: Parameters<typeof may>[2]) => may(caller, permission, on)
        const what = `${role} with ${permission}, to ${right}`
        assert.equal(may_({ rulesetId: here, right }), given.includes(permission), what)
        assert.equal(may_({ rulesetId: elsewhere, right }), false, `${what} elsewhere`)
        assert.equal(may_({ serviceId: here }), false, `${what} on a service of that id`)
        const others = permissions.filter((each) => each !== permission)
        const scoped = presentRights(row, others)
        assert.equal(may(scoped, permission, { rulesetId: here, right }), false, `${what} unscoped`)
      }
    }
    assert.equal(may(caller, 'policy.rule.view', { rulesetId: here }), true, 'to view by default')
    assert.equal(may(caller, 'policy.rule.manage', { rulesetId: here }), false)
  }
})

test('a role on a service gives its permissions, there and nowhere else', () => {
  for (const role of serviceAdminRoles) {
    const row = { ...nothing, service_roles: { [here]: role } }
    const caller = presentRights(row, ['*'])
    for (const permission of permissions) {
      const isGiven = onService[role]?.includes(permission) ?? false
      assert.equal(may(caller, permission, { serviceId: here }), isGiven, `${role} ${permission}`)
      assert.equal(may(caller, permission, { serviceId: elsewhere }), false)
      assert.equal(may(caller, permission, { rulesetId: here }), false)
      assert.equal(may(caller, permission), false)
      const scoped = presentRights(
        row,
        permissions.filter((each) => each !== permission),
      )
      assert.equal(may(scoped, permission, { serviceId: here }), false)
    }
  }
})

test('a permission counts everywhere, within the scopes', () => {
  const row = { ...nothing, permissions: ['policy.rule.manage', 'audit.log.view'] }
  const caller = presentRights(row, ['policy.*'])
  assert.equal(may(caller, 'policy.rule.manage'), true)
  assert.equal(may(caller, 'policy.rule.manage', { rulesetId: here, right: 'activate' }), true)
  assert.equal(may(caller, 'audit.log.view'), false)
  assert.deepEqual(notHeld(caller, ['policy.rule.manage', 'audit.log.view']), ['audit.log.view'])
})

test('people have rights on what is their own, and services have none', () => {
  const person = { ...presentRights(nothing, ['*']), type: 'user' } as const
  const service = { ...presentRights(nothing, ['*']), type: 'service' } as const
  const narrow = { ...presentRights(nothing, ['audit.*']), type: 'user' } as const
  assert.equal(may(person, 'workspace.token.manage', { own: true }), true)
  assert.equal(may(person, 'workspace.token.manage', { own: false }), false)
  assert.equal(may(person, 'workspace.token.manage'), false)
  assert.equal(may(narrow, 'workspace.token.manage', { own: true }), false)
  assert.equal(may(service, 'workspace.token.manage', { own: true }), false)
})

test('the manager of all services has the rights of an admin on each', () => {
  assert.deepEqual(
    [...permissionsOf(['workspace.service.manage'])].toSorted(),
    onService['admin']?.toSorted(),
  )
  assert.deepEqual([...permissionsOf(['workspace.service.view'])], ['workspace.service.view'])
})

test('a name is seen of oneself, and of others with the permission', () => {
  const viewer = (type: 'user' | 'service', isAllowed: boolean) => ({
    caller: { type, id: here },
    may: (permission: Permission) => isAllowed && permission === 'workspace.user.view',
  })
  assert.equal(seesWorkspaceUser(viewer('user', false), here), true)
  assert.equal(seesWorkspaceUser(viewer('user', false), elsewhere), false)
  assert.equal(seesWorkspaceUser(viewer('service', false), here), false)
  assert.equal(seesWorkspaceUser(viewer('user', true), elsewhere), true)
})

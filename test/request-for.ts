import type { IdKind } from '../src/contract/ids.ts'
import { encodeId } from '../src/contract/ids.ts'
import { exampleOf } from '../src/http/openapi/example.ts'
import type { Route } from '../src/http/route/route.ts'
import type { TestServer } from './harness.ts'
import { makeCaller, makeOwner, type Person } from './harness.ts'
import {
  makeAttribute,
  makeDimension,
  makeDirectoryUser,
  makeIdentity,
  makeIntegration,
  makeMember,
  makeResource,
} from './people.ts'
import { makeIncident, makeRule, makeRuleset, makeStay } from './policy-records.ts'

/** One record of every kind that a path can name, and a person with every right on them. */
export type RequestWorld = {
  owner: Person
  ids: Partial<Record<IdKind, string>>
  /** A token of the owner's own: `ids.token` is one of the service. */
  ownToken: string
  /** A token of the workspace user. */
  theirToken: string
}

/** Creates the records. The workspace user is one of the service's two admins. */
export async function makeRequestWorld(server: TestServer): Promise<RequestWorld> {
  const owner = await makeOwner(server)
  const admin = await makeCaller(server, [])
  const integration = await makeIntegration(server, {
    is_primary: true,
    policy_keys: ['department'],
  })
  const person = await makeDirectoryUser(server)
  const identity = await makeIdentity(server, integration, person, { primary: true })
  const resource = await makeResource(server, integration)
  await makeMember(server, resource, identity)
  const create = async (path: string, body: unknown): Promise<string> => {
    const answer = await server.call('POST', path, { token: owner.token, body })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`)
    return answer.body.id
  }
  const service = await create('/workspace/services', {
    name: 'Request world',
    handle: 'request-world',
  })
  for (const { id } of [owner, admin]) {
    await server.call('POST', `/workspace/services/${service}/admins`, {
      token: owner.token,
      body: { user_id: id, admin_role: 'admin' },
    })
  }
  const token = await create(`/workspace/services/${service}/tokens`, { name: 'one' })
  const ownToken = await create('/workspace/tokens', { name: 'mine' })
  const role = await create('/workspace/roles', {
    name: 'request.world',
    permissions: ['directory.user.view'],
  })
  const [session] = await server.query<{ id: string }>(
    `insert into session (workspace_user_id, signed_in_at, hash, expires_at) values ($1, now(), sha256('request-world'), now() + interval '1 hour') returning id`,
    [admin.uuid],
  )
  const [log] = await server.query<{ id: string }>('select id from audit_log limit 1')
  const dimension = await makeDimension(server, integration)
  const attribute = await makeAttribute(server, dimension, 'Sales')
  const ruleset = await makeRuleset(server, resource)
  const isPerson = { type: 'user', directory_user_id: person.uuid } as const
  const rule = await makeRule(server, ruleset, {}, [isPerson, isPerson])
  const stay = await makeStay(server, { ruleset, rule, person })
  const incident = await makeIncident(server, integration)
  const [run] = await server.query<{ id: string }>(
    `with run as (insert into import_run (integration_id, source, finished_at) values ($1, 'users.csv', now()) returning id),
     refused as (insert into import_run_row (run_id, position, line, kind, reason)
       select id, 1, 2, 'rejected', 'id is missing' from run),
     moved as (insert into import_run_ruleset (run_id, ruleset_id, name, type, is_new)
       select id, $2, 'Group', 'codehost_group', false from run),
     person as (insert into import_run_person (run_id, position, directory_user_id, change, state_after)
       select id, 0, $3, 'changed', 'active' from run)
     insert into import_run_effect (run_id, person, ruleset_id, kinds, role_after, state_after)
       select id, 0, $2, '{added}', 'member', 'active' from run returning run_id as id`,
    [integration.uuid, ruleset.uuid, person.uuid],
  )
  const [secret] = await server.query<{ id: string }>(
    `insert into scim_secret (integration_id, hash, name, expires_at)
     values ($1, sha256('request-world'), 'idp', now() + interval '1 day') returning id`,
    [integration.uuid],
  )
  const plan = await create('/policy/plans', {
    operations: [{ op: 'change_rule', rule_id: rule.id, priority: 7 }],
  })
  const webhook = await create('/workspace/webhooks', {
    name: 'Request world',
    url: 'https://hooks.acme.example/',
  })
  // It is never sent.
  const [attempt] = await server.query<{ id: string }>(
    `with later as (update webhook_progress set next_at = now() + interval '1 day')
     insert into webhook_attempt (webhook_id, audit_log_id, position, subject, event, state, tries, next_at)
     select w.id, l.id, l.sequence, 'drusr_1', l.event, 'waiting', 1, now() from webhook w, audit_log l limit 1 returning id`,
  )
  const [notice] = await server.query<{ id: string }>(
    `insert into notice (workspace_user_id, kind, channel, state, next_at) values ($1, 'digest', 'email', 'sent', null) returning id`,
    [owner.uuid],
  )
  await create(`/policy/rulesets/${ruleset.id}/admins`, { user_id: admin.id, role: 'audit' })
  return {
    owner,
    ownToken,
    theirToken: encodeId('token', admin.tokenId),
    ids: {
      session: encodeId('session', session?.id ?? ''),
      directoryUser: person.id,
      identity: identity.id,
      resource: resource.id,
      dimension: dimension.id,
      attribute: attribute.id,
      ruleset: ruleset.id,
      rule: rule.id,
      plan,
      incident: incident.id,
      importRun: encodeId('importRun', run?.id ?? ''),
      scimSecret: encodeId('scimSecret', secret?.id ?? ''),
      condition: rule.conditions[0]?.id ?? '',
      policyUser: stay.id,
      integration: integration.id,
      workspaceUser: admin.id,
      service,
      token,
      role,
      webhook,
      webhookAttempt: encodeId('webhookAttempt', attempt?.id ?? ''),
      notice: encodeId('notice', notice?.id ?? ''),
      noticeSetting: encodeId('noticeSetting', admin.uuid),
      auditLog: encodeId('auditLog', log?.id ?? ''),
    },
  }
}

export type PlannedRequest = { method: string; path: string; body: unknown }

/** A request that the route understands, about records that exist; `replaced` puts other texts in place of ids. */
export function requestFor(
  route: Route,
  world: RequestWorld,
  replaced: Record<string, string> = {},
): PlannedRequest {
  const path = route.url.replaceAll(
    /:(\w+)/g,
    (_, name: string) => replaced[name] ?? idFor(route, world, name),
  )
  const search = requiredQuery(route, world)
  const body: unknown =
    route.method === 'GET' || route.body === null ? undefined : exampleOf(route.body)
  return { method: route.method, path: path + search, body }
}

/** Of routes that need one of several parameters, the one that is given. */
const chosen = new Map([['compareDirectoryUser', 'with']])

/** The parameters that the query can't do without: ids of records, named as their kinds, and examples of others. */
function requiredQuery(route: Route, world: RequestWorld): string {
  const one = chosen.get(route.id)
  const names: string[] = [...(route.query.required ?? []), ...(one === undefined ? [] : [one])]
  const { directoryUser: user = '' } = world.ids
  const ids = new Map<string, string>(Object.entries({ ...world.ids, user, with: user }))
  const pairs = names.map((name) => {
    const value = ids.get(name) ?? String(exampleOf(route.query.properties[name]))
    return `${name}=${encodeURIComponent(value)}`
  })
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function idFor(route: Route, world: RequestWorld, name: string): string {
  const kind: IdKind = route.params[name]
  if (kind === 'token' && 'user' in route.params) return world.theirToken
  if (kind === 'token' && !('service' in route.params)) return world.ownToken
  const id = world.ids[kind]
  if (id === undefined) throw new Error(`${route.id} names a ${kind}: give makeRequestWorld one`)
  return id
}

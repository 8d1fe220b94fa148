import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { PullTools } from '../pull/connector.ts'
import { markedServer } from '../pull/marked-server.ts'
import { pulledFrom } from '../pull/pull-records.ts'
import { requireSecret } from '../pull/require-secret.ts'
import type { Vendor, VendorGroup } from '../pull/vendor.ts'
import { expiringToken, type GivenToken } from '../rest/expiring-token.ts'
import { findRecord } from '../rest/find-record.ts'
import { listRows } from '../rest/pages.ts'
import { RestSession } from '../rest/rest-session.ts'
import { textOf } from '../rest/text-of.ts'
import { Changes, isPlace, nextPage } from './changes.ts'
import { endpointsOf, type EntraSettings } from './entra-settings.ts'

export const reading = pulledFrom(openEntra)

const hints = {
  unauthorised:
    'The application can’t sign in. Check `tenant` and `client_id`, make a new client secret in Entra under App registrations > Certificates & secrets, and send its value (not its id) as `credentials`.',
  forbidden:
    'The application may not read this. In Entra under App registrations > API permissions, it needs the application permissions User.Read.All and GroupMember.Read.All, with the consent of an administrator.',
  missing: 'Check the `url`: it is that of Microsoft Graph, such as https://graph.microsoft.com.',
}

/** What is read of people. Only these count as changes. */
const personFields = [
  'id',
  'userPrincipalName',
  'mail',
  'displayName',
  'givenName',
  'surname',
  'accountEnabled',
  'createdDateTime',
  'userType',
  'externalUserState',
  'employeeId',
  'employeeType',
  'employeeHireDate',
  'employeeOrgData',
  'jobTitle',
  'department',
  'companyName',
  'officeLocation',
  'city',
  'state',
  'country',
  'usageLocation',
  'preferredLanguage',
  'onPremisesSamAccountName',
  'onPremisesExtensionAttributes',
].join(',')
const groupFields =
  'id,displayName,description,mail,mailNickname,mailEnabled,securityEnabled,groupTypes,visibility'

const largestPage = '$top=999'

/**
 * Users, groups and members of a tenant, by Microsoft Graph. A group has everyone in the groups in it too. Changes are read by delta
 * queries; an answer to these names who has changed, and each is then asked for.
 */
function openEntra(settings: EntraSettings, tools: PullTools): Vendor {
  const { graph, login } = endpointsOf(settings)
  const session = openSession(settings, { graph, login }, tools)
  const readsGroups = settings.reads_groups !== false
  const leaves = settings.reads_leave_dates === true ? ',employeeLeaveDateTime' : ''
  const ofPeople = `${personFields}${leaves}`
  const server = markedServer(['entra', graph, settings.tenant, ofPeople, readsGroups])
  const changes = new Changes(session)
  const tenant: Tenant = {
    session,
    changes,
    readsGroups,
    list: (path) => listRows(session, `v1.0/${path}`, { next: nextPage, at: ['value'] }),
    one: (path) => findRecord(session, `v1.0/${path}`, 'id'),
  }
  const { next } = changes
  return {
    ...peopleOf(tenant, ofPeople),
    ...groupsOf(tenant),
    continues: (since) =>
      since.server === server &&
      isPlace(since, 'users') &&
      (!readsGroups || isPlace(since, 'groups')),
    mark: () =>
      changes.isLost || next.users === undefined || (readsGroups && next.groups === undefined)
        ? null
        : { server, ...next },
    close: () => session.close(),
  }
}

/** What is asked of one tenant. Paths follow the version of the API. */
type Tenant = {
  session: RestSession
  changes: Changes
  readsGroups: boolean
  list: (path: string) => AsyncIterable<JsonObject>
  one: (path: string) => Promise<JsonObject | null>
}

type People = Pick<Vendor, 'people' | 'personId' | 'person' | 'gone'>

function peopleOf({ changes, readsGroups, list, one }: Tenant, fields: string): People {
  const person = `$select=${fields}&$expand=manager($select=id)`
  const gone = new Set<string>()
  return {
    async *people(since) {
      if (since === null) {
        await changes.begin('users', `${fields},manager`)
        // A person who is created while people are read may join a group before groups are read: the group is read again next time.
        if (readsGroups) await changes.begin('groups', `${groupFields},members`)
        yield* list(`users?${person}&${largestPage}`)
        return
      }
      for await (const { id, isDeleted } of changes.from('users', since)) {
        const row = isDeleted ? null : await one(`users/${id}?${person}`)
        const deleted = row === null ? await one(`directory/deletedItems/${id}`) : null
        if (row !== null) yield row
        else if (deleted !== null) yield asDeleted(deleted)
        else gone.add(id)
      }
    },
    personId: idOf,
    person: (id) => one(`users/${encodeURIComponent(id)}?${person}`),
    gone: () => gone,
  }
}

type Groups = Pick<Vendor, 'groupTypes' | 'groups' | 'group' | 'members' | 'memberId' | 'member'>

function groupsOf({ session, changes, readsGroups, list, one }: Tenant): Groups {
  return {
    groupTypes: readsGroups ? ['idp_group'] : [],
    async *groups(since) {
      if (since === null) {
        for await (const row of list(`groups?$select=${groupFields}&${largestPage}`))
          yield* groupsIn(row)
        return
      }
      for await (const { id, isDeleted } of changes.from('groups', since)) {
        if (isDeleted) continue
        const row = await one(`groups/${id}?$select=${groupFields}`)
        if (row !== null) yield* groupsIn(row)
        // The groups around it have its members too.
        for await (const outer of list(`groups/${id}/transitiveMemberOf?$select=${groupFields}`))
          if (typeOf(outer) === '#microsoft.graph.group') yield* groupsIn(outer)
      }
    },
    group: async ({ vendorId }) => {
      const row = await one(`groups/${encodeURIComponent(vendorId)}?$select=${groupFields}`)
      return row === null ? null : (groupsIn(row)[0] ?? null)
    },
    async *members({ vendorId }) {
      const path = `groups/${encodeURIComponent(vendorId)}/transitiveMembers?$select=id&${largestPage}`
      for await (const row of list(path)) if (typeOf(row) === '#microsoft.graph.user') yield row
    },
    memberId: (member) => (isObject(member) ? idOf(member) : undefined),
    async member({ vendorId }, id) {
      const path = `v1.0/users/${encodeURIComponent(id)}/checkMemberGroups`
      const { status, body } = await session.ask(path, {
        body: { groupIds: [vendorId] },
        accept: [404],
      })
      const found = status !== 404 && isObject(body) && isList(body['value']) ? body['value'] : []
      return found.includes(vendorId) ? { id, '@odata.type': '#microsoft.graph.user' } : null
    },
  }
}

function openSession(
  { tenant, client_id: clientId, ca }: EntraSettings,
  { graph, login }: { graph: string; login: string },
  tools: PullTools,
) {
  const secret = requireSecret(tools, 'client_secret')
  // Tokens join it as they are given.
  const secrets = [secret]
  const give = async (): Promise<GivenToken> => {
    const { body } = await session.ask(`${login}/${tenant}/oauth2/v2.0/token`, {
      isAnonymous: true,
      form: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
        scope: `${new URL(graph).origin}/.default`,
      },
    })
    const given = givenToken(body)
    secrets.push(given.token)
    return given
  }
  const session: RestSession = new RestSession({
    ...tools,
    url: graph,
    origins: [login],
    ca,
    headers: async () => ({ authorization: `Bearer ${await token()}` }),
    secrets,
    hints,
  })
  const token = expiringToken(session.pacing, give)
  return session
}

function givenToken(body: JsonValue): GivenToken {
  const token = textOf(body, 'access_token')
  const seconds = Number(textOf(body, 'expires_in'))
  if (token !== undefined && seconds > 0) return { token, seconds }
  throw new ImportRefused(
    'The sign-in was answered without a token. Is the `url` the one of Microsoft Graph?',
  )
}

const idOf = (row: JsonObject): string | undefined => textOf(row, 'id')
const typeOf = (row: JsonObject): string | undefined => textOf(row, '@odata.type')

function groupsIn(row: JsonObject): VendorGroup[] {
  const vendorId = idOf(row)
  return vendorId === undefined ? [] : [{ resourceType: 'idp_group', vendorId, row }]
}

/** For 30 days a deleted account keeps its data; its id stands before its name then. */
function asDeleted(row: JsonObject): JsonObject {
  const id = (idOf(row) ?? '').replaceAll('-', '')
  const name = textOf(row, 'userPrincipalName') ?? ''
  const own = name.startsWith(id) ? name.slice(id.length) : name
  return { ...row, isDeleted: true, userPrincipalName: own }
}

import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { PullTools, SyncMark } from '../pull/connector.ts'
import { markedServer } from '../pull/marked-server.ts'
import { pulledFrom } from '../pull/pull-records.ts'
import { requireSecret } from '../pull/require-secret.ts'
import type { Vendor, VendorGroup } from '../pull/vendor.ts'
import { expiringToken, type GivenToken } from '../rest/expiring-token.ts'
import { findRecord } from '../rest/find-record.ts'
import { byUrl, listRows, pages, rowsIn } from '../rest/pages.ts'
import { RestSession } from '../rest/rest-session.ts'
import { textOf } from '../rest/text-of.ts'
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
const nextPage = byUrl('@odata.nextLink')

/** Where the changes of people and of groups go on. */
type Places = { users: string; groups: string }

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
  const person = `$select=${ofPeople}&$expand=manager($select=id)`
  const server = markedServer(['entra', graph, settings.tenant, ofPeople, readsGroups])
  const next: Partial<Places> = {}
  /** Microsoft keeps a place for some days. Without it everything is read next. */
  let isLost = false
  const gone = new Set<string>()

  const list = (path: string) =>
    listRows(session, `v1.0/${path}`, { next: nextPage, at: ['value'] })
  const one = (path: string) => findRecord(session, `v1.0/${path}`, 'id')
  /** The ids of what has changed, each with whether it was deleted. */
  const changes = async function* (place: keyof Places, from: string) {
    const read = pages(session, from, { accept: [400, 404, 410], next: nextPage })
    for await (const { status, body } of read) {
      if (status !== 200) {
        requireLostPlace(session, { status, body })
        isLost = true
        return
      }
      for (const row of rowsIn(body, from, ['value'])) {
        const id = textOf(row, 'id')
        if (id !== undefined) yield { id, isDeleted: isObject(row['@removed']) }
      }
      const to = textOf(body, '@odata.deltaLink')
      if (to !== undefined) next[place] = to
    }
  }
  /** Changes from now on, before anything is read. */
  const begin = async (place: keyof Places, fields: string) => {
    if (next[place] !== undefined) return
    const from = `v1.0/${place}/delta?$select=${fields}&$deltatoken=latest`
    for await (const _change of changes(place, from));
  }

  return {
    async *people(since) {
      if (since === null) {
        await begin('users', `${ofPeople},manager`)
        // A person who is created while people are read may join a group before groups are read: the group is read again next time.
        if (readsGroups) await begin('groups', `${groupFields},members`)
        yield* list(`users?${person}&${largestPage}`)
        return
      }
      for await (const { id, isDeleted } of changes('users', textOf(since, 'users') ?? '')) {
        const row = isDeleted ? null : await one(`users/${id}?${person}`)
        const deleted = row === null ? await one(`directory/deletedItems/${id}`) : null
        if (row !== null) yield row
        else if (deleted !== null) yield asDeleted(deleted)
        else gone.add(id)
      }
    },
    personId: idOf,
    person: (id) => one(`users/${encodeURIComponent(id)}?${person}`),
    groupTypes: readsGroups ? ['idp_group'] : [],
    async *groups(since) {
      if (since === null) {
        for await (const row of list(`groups?$select=${groupFields}&${largestPage}`))
          yield* groupsIn(row)
        return
      }
      for await (const { id, isDeleted } of changes('groups', textOf(since, 'groups') ?? '')) {
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
    gone: () => gone,
    continues: (since) =>
      since.server === server &&
      isPlace(since, 'users') &&
      (!readsGroups || isPlace(since, 'groups')),
    mark: () =>
      isLost || next.users === undefined || (readsGroups && next.groups === undefined)
        ? null
        : { server, ...next },
    close: () => session.close(),
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

/** After some days without a reading, changes can't be told any more. @throws ImportRefused for anything else */
function requireLostPlace(
  session: RestSession,
  { status, body }: { status: number; body: JsonValue },
): void {
  const code = textOf(isObject(body) ? body['error'] : undefined, 'code') ?? ''
  if (status === 410 || /^(syncStateNotFound|resyncRequired|syncStateInvalid)$/i.test(code)) return
  throw session.refuse(
    `Microsoft Graph does not tell what has changed (${status} ${session.quote(code)}). Sync everything; if it stays so, see what Microsoft says about it.`,
  )
}

const idOf = (row: JsonObject): string | undefined => textOf(row, 'id')
const typeOf = (row: JsonObject): string | undefined => textOf(row, '@odata.type')
const isPlace = (since: SyncMark, place: keyof Places) => textOf(since, place) !== undefined

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

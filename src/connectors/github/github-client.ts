import type { JsonObject } from '../../contract/json.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { PullTools } from '../pull/connector.ts'
import { pulledFrom } from '../pull/pull-records.ts'
import { requireSecret } from '../pull/require-secret.ts'
import { steadyList } from '../pull/steady-list.ts'
import type { Vendor, VendorGroup } from '../pull/vendor.ts'
import { findRecord } from '../rest/find-record.ts'
import { byLink, listRows } from '../rest/pages.ts'
import { RestSession, type RestAnswer } from '../rest/rest-session.ts'
import { textOf } from '../rest/text-of.ts'
import type { GithubSettings } from './github-settings.ts'
import { graphqlRows, type GraphqlQuery } from './graphql.ts'
import {
  collaboratorsQuery,
  membersQuery,
  repositoriesQuery,
  teamMembersQuery,
  teamsQuery,
} from './queries.ts'

export const reading = pulledFrom(openGithub)

/** A classic token without the scope sees public repositories only, and the others would be taken for deleted. @throws ImportRefused */
function requireRepositories({ headers }: RestAnswer): void {
  const scopes = headers['x-oauth-scopes']?.split(/\s*,\s*/)
  if (scopes === undefined || scopes.includes('repo')) return
  throw new ImportRefused(
    'The token lacks the scope repo, without which private repositories are not seen. Add it in GitHub, or set `reads_repositories=false`.',
  )
}

const hints = {
  unauthorised:
    'The token is not valid, or has expired. Make one in GitHub under Settings > Developer settings, and send it as `credentials`.',
  forbidden:
    'The token may not read this. It needs read:org, and repo for repositories, of an owner of the organisation; with single sign-on it has to be authorised for it.',
  missing:
    'There is no such organisation, or the token may not see it. The `url` is that of the API, such as https://api.github.com.',
}

/** Members, outside collaborators, teams and repositories of an organisation. It has no list of changes. */
function openGithub(settings: GithubSettings, tools: PullTools): Vendor {
  const token = requireSecret(tools, 'token')
  const session = new RestSession({
    ...settings,
    ...tools,
    headers: () => ({ authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' }),
    secrets: [token],
    hints,
  })
  const {
    organization: org,
    reads_groups: readsTeams,
    reads_repositories: readsRepositories,
  } = settings
  const graphqlUrl = graphqlOf(settings.url)
  const rows = (query: Omit<GraphqlQuery, 'variables'>, variables: GraphqlQuery['variables']) =>
    graphqlRows(session, graphqlUrl, { ...query, variables })
  const outsiders = () => readOutsiders(session, org)
  let steadyOutsiders: Promise<ReadonlyMap<string, JsonObject>> | undefined
  return {
    async *people() {
      if (readsRepositories !== false) requireRepositories(await session.ask('user'))
      const query = { text: membersQuery, at: at('membersWithRole') }
      for await (const row of rows(query, { org })) yield memberRow(row)
      yield* outsiders()
    },
    personId: idOf,
    async person(id) {
      const member = await findMember(session, { org, id })
      if (member !== null) return member
      // Nothing tells of one outside collaborator.
      steadyOutsiders ??= steadyList('The list of outside collaborators', outsiders, idOf)
      return (await steadyOutsiders).get(id) ?? null
    },
    groupTypes: [
      ...(readsTeams === false ? [] : (['codehost_group'] as const)),
      ...(readsRepositories === false ? [] : (['codehost_project'] as const)),
    ],
    async *groups() {
      if (readsTeams !== false)
        for await (const row of rows({ text: teamsQuery, at: at('teams') }, { org }))
          yield* groupOf('codehost_group', row)
      if (readsRepositories !== false)
        for await (const row of rows({ text: repositoriesQuery, at: at('repositories') }, { org }))
          yield* groupOf('codehost_project', row)
    },
    members: ({ resourceType, row }) => {
      const id = textOf(row, 'node_id') ?? ''
      return resourceType === 'codehost_group'
        ? rows({ text: teamMembersQuery, at: ['node', 'members'] }, { id })
        : rows({ text: collaboratorsQuery, at: ['node', 'collaborators'] }, { id })
    },
    memberId: (member) => textOf(member, 'id'),
    continues: () => false,
    mark: () => null,
    close: () => session.close(),
  }
}

const at = (list: string) => ['organization', list]
const idOf = (row: JsonObject): string | undefined => textOf(row, 'id')

/** GitHub Enterprise Server has both of its APIs under `/api`. */
function graphqlOf(url: string): string {
  return `${url.replace(/\/+$/, '').replace(/\/api\/v3$/, '/api')}/graphql`
}

function memberRow(row: JsonObject): JsonObject {
  return { ...row, organization_role: textOf(row, 'organization_role')?.toLowerCase() ?? 'member' }
}

async function* readOutsiders(session: RestSession, org: string): AsyncGenerator<JsonObject> {
  const path = `orgs/${org}/outside_collaborators?per_page=100`
  for await (const row of listRows(session, path, { next: byLink }))
    yield { ...row, organization_role: 'outside_collaborator' }
}

/** A member by the id of the account, whose login may have changed. Null for everyone else. */
async function findMember(
  session: RestSession,
  { org, id }: { org: string; id: string },
): Promise<JsonObject | null> {
  const account = await findRecord(session, `user/${encodeURIComponent(id)}`, 'login')
  const login = account === null ? undefined : textOf(account, 'login')
  if (account === null || login === undefined) return null
  const path = `orgs/${org}/memberships/${encodeURIComponent(login)}`
  const membership = await findRecord(session, path, 'state')
  if (membership === null || textOf(membership, 'state') !== 'active') return null
  const { id: own, name = null, email = null, created_at = null } = account
  return memberRow({
    id: own ?? id,
    login,
    name,
    email,
    created_at,
    organization_role: membership['role'] ?? null,
  })
}

function groupOf(
  resourceType: 'codehost_group' | 'codehost_project',
  row: JsonObject,
): VendorGroup[] {
  const vendorId = idOf(row)
  return vendorId === undefined ? [] : [{ resourceType, vendorId, row }]
}

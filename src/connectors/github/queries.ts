/** Lists of GitHub's GraphQL API. Their cursors do not shift while rows come and go, as numbers of pages would. */

const page = 'pageInfo { hasNextPage endCursor }'

export const membersQuery = `query Members($org: String!, $after: String) {
  organization(login: $org) {
    membersWithRole(first: 100, after: $after) {
      ${page}
      edges {
        organization_role: role
        node { id: databaseId login name email created_at: createdAt organizationVerifiedDomainEmails(login: $org) }
      }
    }
  }
}`

export const teamsQuery = `query Teams($org: String!, $after: String) {
  organization(login: $org) {
    teams(first: 100, after: $after) {
      ${page}
      nodes { node_id: id id: databaseId slug name description parent: parentTeam { id: databaseId } }
    }
  }
}`

/** By the id of the team, which stays when its name changes. People of teams in it are in it too. */
export const teamMembersQuery = `query TeamMembers($id: ID!, $after: String) {
  node(id: $id) {
    ... on Team {
      members(first: 100, after: $after, membership: ALL) { ${page} edges { role node { id: databaseId } } }
    }
  }
}`

export const repositoriesQuery = `query Repositories($org: String!, $after: String) {
  organization(login: $org) {
    repositories(first: 100, after: $after) {
      ${page}
      nodes { node_id: id id: databaseId name full_name: nameWithOwner owner { login } }
    }
  }
}`

export const collaboratorsQuery = `query Collaborators($id: ID!, $after: String) {
  node(id: $id) {
    ... on Repository {
      collaborators(first: 100, after: $after, affiliation: ALL) { ${page} edges { permission node { id: databaseId } } }
    }
  }
}`

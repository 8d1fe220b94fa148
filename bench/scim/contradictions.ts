/** An assertion of Microsoft's collection that contradicts a paragraph of the RFCs. docs/scim.md has the same table. */
export type Contradiction = { request: string; assertion: string; expects: string; rfc: string }

const serviceConfiguration = {
  request: 'Get ServiceProviderConfig',
  expects: 'the path `/serviceConfiguration`',
  rfc: '7644, 4: `/ServiceProviderConfig`',
}
const unknownMember = {
  assertion: 'Status code is 204',
  expects: 'members that are no resources',
  rfc: '7643, 4.2: the id of a SCIM resource',
}

export const contradictions: readonly Contradiction[] = [
  {
    request: 'Get empty Users',
    assertion: 'Status code is 200',
    expects: 'the path `/users`',
    rfc: '7644, 3.2: `/Users`; paths have a case',
  },
  { ...serviceConfiguration, assertion: 'Status code is 200' },
  { ...serviceConfiguration, assertion: 'Pach supported is true' },
  {
    request: 'Get group by id',
    assertion: 'Body contians user',
    expects: 'a `displayName` that the client gave a member',
    rfc: '7643, 8.7.1: a member has no such attribute, and `display` is the server’s',
  },
  { ...unknownMember, request: 'Group patch add member' },
  { ...unknownMember, request: 'Group patch add member2' },
]

/** Requests of the reference server alone: a token of its own, which is no part of SCIM. */
export const leftOut = ['Get Token'] as const

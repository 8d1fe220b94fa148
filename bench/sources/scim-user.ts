const user = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** A user as an identity provider pushes one. */
export function scimUser(name: string, at: number): object {
  const address = `${name}@acme.example`
  return {
    schemas: [user, enterprise],
    userName: address,
    name: { givenName: `Given ${at}`, familyName: `Family ${at}` },
    emails: [{ value: address, type: 'work', primary: true }],
    active: true,
    [enterprise]: { department: `Department ${at % 20}` },
  }
}

/** A PATCH of a value that no rule reads. */
export function nicknamePatch(at: number): object {
  const operation = { op: 'replace', path: 'nickName', value: `Nickname ${at}` }
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [operation],
  }
}

/** The LDIF of an `inetOrgPerson` below `ou=people`, with more attributes if given. */
export function personLdif(
  baseDn: string,
  uid: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const own = { cn: `${uid} Test`, sn: 'Test', givenName: uid, mail: `${uid}@acme.test`, ...more }
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`)
  return `dn: uid=${uid},ou=people,${baseDn}\nobjectClass: inetOrgPerson\nuid: ${uid}\n${lines.join('\n')}\n`
}

/** The LDIF of a `groupOfNames` below `ou=groups`. */
export function groupLdif(baseDn: string, cn: string, members: readonly string[]): string {
  const lines = members.map((dn) => `member: ${dn}`)
  return `dn: cn=${cn},ou=groups,${baseDn}\nobjectClass: groupOfNames\ncn: ${cn}\n${lines.join('\n')}\n`
}

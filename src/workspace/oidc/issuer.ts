/** How Muster identifies itself at the token endpoint of an issuer. `none` is for a public client. */
export const clientAuthentications = ['client_secret_basic', 'client_secret_post', 'none'] as const

/** An OpenID Connect issuer that people sign in with, as configured. */
export type Issuer = {
  /** Its name in addresses. */
  handle: string
  /** Its name for people. */
  name: string
  url: URL
  client:
    | { id: string; authentication: 'none' }
    | { id: string; authentication: 'client_secret_basic' | 'client_secret_post'; secret: string }
  scope: string
  /** Where requests may go: host and port. */
  hosts: ReadonlySet<string>
  clockToleranceSeconds: number
  /** In lower case; undefined admits every account of the issuer, with or without an address. */
  allowedDomains: ReadonlySet<string> | undefined
  /** The claim whose values give roles, and the names of the roles of each value. */
  roles: { claim: string; byValue: ReadonlyMap<string, readonly string[]> } | undefined
  /** The name of a read-only role, which every account gets. */
  defaultGrant: string | undefined
}

/** The names of roles that these issuers give. */
export function configuredRoles(issuers: readonly Issuer[]): string[] {
  const names = issuers.flatMap(({ roles, defaultGrant }) => [
    ...[...(roles?.byValue.values() ?? [])].flat(),
    ...(defaultGrant === undefined ? [] : [defaultGrant]),
  ])
  return [...new Set(names)]
}

/** True for names of this machine, where http is allowed. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

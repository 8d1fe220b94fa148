/** The first segments of paths that the server answers itself. Every other path shows the console. */
export const serverPaths: ReadonlySet<string> = new Set([
  'api',
  'scim',
  'auth',
  'docs',
  'assets',
  'session',
  'sign-in',
  'healthz',
  'readyz',
])

/** The path of a public origin: `/muster`, or an empty text. */
export function basePathOf(publicOrigin: string): string {
  return new URL(publicOrigin).pathname.replace(/\/$/, '')
}

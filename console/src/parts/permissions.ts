import type { Body, MusterError } from 'muster-sdk'
import { useApi } from '../api/use-api.ts'
import { useSession } from '../api/session.ts'

export type NamedPermission = { name: string; description: string }

/**
 * Every permission with what it lets one do. Without the right to read the list: those of the session and of `others`, by
 * their names alone.
 */
export function usePermissions(others: readonly string[] = []): {
  permissions: readonly NamedPermission[]
  isPending: boolean
} {
  const { permissions: own } = useSession()
  const { data, error } = useApi('/workspace/permissions')
  if (data !== undefined) return { permissions: data.data, isPending: false }
  const known = isRefused(error) ? [...new Set([...own, ...others])].sort() : []
  return {
    permissions: known.map((name) => ({ name, description: '' })),
    isPending: error === null,
  }
}

function isRefused(error: MusterError | null): boolean {
  return error?.status === 403
}

type Permission = Body<'get', '/workspace/permissions'>['data'][number]['name']

/** Names as a request takes them. The server has the list, and refuses others. */
export function permissionNames(names: Iterable<string>): Permission[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return [...names] as Permission[]
}

const profile = 'directory.identity.profile.view'

/**
 * The permissions that roles and scopes with patterns such as `*.view` include, of those that there are. Raw profiles are in
 * none but `*`, as in the API.
 */
export function expandPatterns(
  patterns: readonly string[],
  permissions: readonly NamedPermission[],
): ReadonlySet<string> {
  const names = permissions.map(({ name }) => name)
  const included = patterns.flatMap((pattern) => {
    if (!pattern.includes('*')) return [pattern]
    const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'))
    const whole = new RegExp(`^${parts.join('.*')}$`)
    return names.filter((name) => whole.test(name) && (pattern === '*' || name !== profile))
  })
  return new Set(included)
}

/** Permissions by their area, in the order of the list: `directory`, `policy`, … */
export function byArea(
  permissions: readonly NamedPermission[],
): [area: string, permissions: NamedPermission[]][] {
  return [...Map.groupBy(permissions, ({ name }) => name.split('.')[0] ?? '')]
}

/** The area as a heading. */
export function areaWord(area: string): string {
  return area.charAt(0).toUpperCase() + area.slice(1)
}

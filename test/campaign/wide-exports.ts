import type { AttackRequest } from './attacker.ts'

const codings = ['zstd', 'br', 'gzip', 'identity'] as const
const types = ['text/csv', 'application/x-ndjson'] as const

export type ExportTargets = { viewer: string; ruleset: string }

/** The longest lists, whole, in each form and coding; several at a time, some taken slowly and some left half-way. */
export function wideExports({ viewer, ruleset }: ExportTargets): Record<string, AttackRequest> {
  const paths = [
    '/directory/users',
    '/directory/users?include=user-manager,parent-user,workspace-user,integration,direct-report-users,directory-identities',
    '/directory/identities',
    '/audit/export',
    '/audit/logs',
    `/policy/rulesets/${ruleset}/manifest-users`,
  ]
  const whole = paths.flatMap((path, at) =>
    types.map((type, of): [string, AttackRequest] => {
      const coding = codings[(at + of) % codings.length] ?? 'identity'
      return [
        `${path} ${type} ${coding}`,
        exported(viewer, path, { accept: type, 'accept-encoding': coding }),
      ]
    }),
  )
  const csv = { accept: 'text/csv', 'accept-encoding': 'br' }
  return {
    ...Object.fromEntries(whole),
    'taken slowly': { ...exported(viewer, '/directory/users', csv), pace: 'slow-answer' },
    'left half-way': { ...exported(viewer, '/audit/export', csv), pace: 'half', clients: 4 },
    'a page of all': exported(viewer, '/directory/users?page[size]=500', {
      'accept-encoding': 'br',
    }),
  }
}

function exported(token: string, path: string, headers: Record<string, string>): AttackRequest {
  return { method: 'GET', path: `/api/v1${path}`, token, headers }
}

import { onProfile } from '../../src/policy/rules/policy-for-tests.ts'
import type { AttackRequest } from './attacker.ts'

export type PatternTargets = {
  drafter: string
  integration: string
  ruleset: string
  other: string
  person: string
}

/** Values that the patterns below nearly match, as long as a cell of an export may be. */
export const longValue = `${'a'.repeat(9999)}!`

/** As many parts as a pattern may have, written out, each of which may match the same text. */
const pattern = (at: number) => `((a?){12}a*${at}){20}(a|aa|[a-z]|\\p{L})*b`

const condition = (at: number) => onProfile('department', pattern(at), 'matches')

/** A rule with as many conditions as one may have. */
export function patternRule() {
  return {
    role: 'member',
    conditions: Array.from({ length: 50 }, (_, at) => condition(at)),
  }
}

/** A preview of a mapping with so many patterns, tested on long values. */
function previewOfPatterns(count: number): object {
  const when = Array.from({ length: count }, (_, at) => [{ path: 'login', matches: pattern(at) }])
  const kinds = Array.from({ length: Math.ceil(count / 500) }, (_, at) => ({
    kind: 'bot',
    when: when.slice(at * 500, (at + 1) * 500),
  }))
  const account = {
    when: [[{ path: 'id', exists: true }]],
    vendor_id: ['id'],
    handle: ['login'],
    email: ['login'],
    first_name: [],
    last_name: [],
    full_name: ['login'],
    created_at: [],
    state: { sources: [], otherwise: 'active', new_values: [] },
    profile_root: null,
    profile_extra: {},
    profile_omit: [],
    kinds,
  }
  const people = ['1', '2', '3'].map((id) => ({ name: id, record: { id, login: longValue } }))
  return {
    mapping: { account, groups: [], memberships: [] },
    sample: { product: null, people, left_out: [], groups: [] },
  }
}

/** Rules with patterns of the greatest size, previewed, planned and drafted, and tested on long values. */
export function patternAttack(to: PatternTargets): Record<string, AttackRequest> {
  const { drafter: token, integration, ruleset, other, person } = to
  const from = (method: string, path: string, body?: object): AttackRequest => ({
    method,
    path: `/api/v1${path}`,
    token,
    ...(body !== undefined && { body }),
  })
  const mapping = `/workspace/integrations/${integration}/preview`
  const { conditions } = patternRule()
  const operations = Array.from({ length: 20 }, () => ({
    op: 'create_rule',
    ruleset_id: other,
    ...patternRule(),
  }))
  return {
    'preview of one': from('POST', `/policy/rulesets/${other}/preview`, {
      conditions: conditions.slice(0, 1),
    }),
    preview: from('POST', `/policy/rulesets/${other}/preview`, { conditions, user_id: person }),
    draft: from('POST', `/policy/rulesets/${other}/rules`, patternRule()),
    plan: from('POST', '/policy/plans', { operations }),
    'ruleset of patterns': from('GET', `/policy/rulesets/${ruleset}`),
    'staged by patterns': from('GET', `/policy/rulesets/${ruleset}/staged-users`),
    explain: from('GET', `/directory/users/${person}/explain?ruleset=${ruleset}`),
    'bad pattern': from('POST', `/policy/rulesets/${other}/preview`, {
      conditions: Array.from({ length: 50 }, () =>
        onProfile('department', `${'('.repeat(255)}a`, 'matches'),
      ),
    }),
    'long lists': from('POST', `/policy/rulesets/${other}/preview`, {
      conditions: Array.from({ length: 8 }, (_, at) =>
        onProfile(
          'department',
          JSON.stringify(Array.from({ length: 9000 }, (_each, n) => `${at}${n}`)),
          'in',
        ),
      ),
    }),
    'mapping of patterns': from('POST', mapping, previewOfPatterns(4)),
    'mapping of too many': from('POST', mapping, previewOfPatterns(9000)),
    describe: from('GET', `/directory/users/${person}`),
  }
}

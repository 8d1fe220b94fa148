import { auditLog } from './audit-noun.ts'
import { attribute, dimension, identity, resource, user } from './directory-nouns.ts'
import type { Noun } from './noun.ts'
import { incident, plan, rule, ruleset } from './policy-nouns.ts'
import { integration, role, service, token, workspaceUser } from './workspace-nouns.ts'

/** Of those with the same ids, the first one is meant by an id. */
const nouns: readonly Noun[] = [
  user,
  identity,
  resource,
  dimension,
  attribute,
  ruleset,
  rule,
  incident,
  plan,
  role,
  workspaceUser,
  service,
  token,
  integration,
  auditLog,
]

const byPrefix = Object.groupBy(nouns, ({ prefix }) => prefix)

/** The noun of ids that begin with it. */
export function nounOfPrefix(prefix: string): Noun | undefined {
  return byPrefix[prefix]?.[0]
}

import { auditLog } from './audit-noun.ts'
import { attribute, dimension, identity, resource, user } from './directory-nouns.ts'
import { notice, noticeSetting, webhook, webhookAttempt } from './event-nouns.ts'
import { referenceOf } from './field-flags.ts'
import type { Noun } from './noun.ts'
import type { Field } from './operations.ts'
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
  webhook,
  webhookAttempt,
  noticeSetting,
  notice,
  auditLog,
]

const byPrefix = Object.groupBy(nouns, ({ prefix }) => prefix)

/** The noun of ids that begin with it. */
export function nounOfPrefix(prefix: string): Noun | undefined {
  return byPrefix[prefix]?.[0]
}

/** The noun of which an argument or a field names a record; undefined where it is a value. */
export function nounOfArgument(
  noun: Noun,
  name: string,
  fields: readonly Field[] = [],
): Noun | undefined {
  const field = fields.find((each) => each.name === name)
  if (field !== undefined) return nounOfField(field)
  if (name === noun.param) return noun.by?.() ?? noun
  return noun.owners.find(({ param }) => param === name)?.of()
}

export function nounOfField(field: Field): Noun | undefined {
  return nounOfPrefix(referenceOf(field) ?? '')
}

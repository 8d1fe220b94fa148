import { Type } from 'typebox'
import { rulesetStates } from '../../contract/states.ts'
import { Nullable, OneOf } from '../../http/shapes/schema.ts'
import { ownLimitSchemas } from '../limits/limit-values.ts'
import { Days } from '../stored-rules/grace.ts'

/** What a client may change of a ruleset. */
export const rulesetChangeProperties = {
  state: Type.Optional(OneOf(rulesetStates)),
  is_authoritative: Type.Optional(Type.Boolean()),
  expires_after_days: Type.Optional(Nullable(Days)),
  ...Type.Partial(Type.Object(ownLimitSchemas)).properties,
}

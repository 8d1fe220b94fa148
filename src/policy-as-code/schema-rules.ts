import { conditionTypes } from '../contract/states.ts'
import { takenKeys } from './look-up-condition.ts'

// JSON Schema has these words.
/* oxlint-disable unicorn/no-thenable */

const is = (key: string, ...values: readonly string[]) => ({
  properties: { [key]: { enum: values } },
  required: [key],
})
const text = { properties: { value: { type: 'string' } }, required: ['value'] }
const list = { properties: { value: { type: 'array' } }, required: ['value'] }
const person = { oneOf: [{ required: ['email'] }, { required: ['id'] }] }
const without = (key: string) => ({ not: { required: [key] } })

const wants: Record<(typeof conditionTypes)[number], object> = {
  attribute: { ...text, required: ['dimension', 'value'] },
  identity: {
    required: ['profile_key', 'operator'],
    if: is('operator', 'exists', 'not_exists'),
    then: without('value'),
    else: { if: is('operator', 'in', 'not_in'), then: list, else: text },
    dependentSchemas: { or_absent: is('operator', 'not_equals', 'not_in', 'not_contains') },
  },
  entitled_to: {
    properties: { resource: { not: is('type', 'directory_attribute') } },
    required: ['resource'],
  },
  user: person,
  direct_reports_of: person,
  all_reports_of: person,
}

/** Which keys a condition takes by its type and operator, for an editor: the reader says it in words of its own. */
export const conditionRules = conditionTypes.map((type) => ({
  if: is('type', type),
  then: {
    propertyNames: { enum: takenKeys[type] },
    ...(type === 'identity'
      ? {}
      : { if: { required: ['operator'] }, then: is('operator', 'equals', 'not_equals') }),
    allOf: [wants[type]],
  },
}))

/** By what a resource is named. */
export const resourceRules = [
  {
    if: is('type', 'directory_attribute'),
    then: {
      propertyNames: { enum: ['type', 'dimension', 'value'] },
      required: ['dimension', 'value'],
    },
    else: {
      propertyNames: { enum: ['type', 'integration', 'vendor_id', 'handle'] },
      required: ['integration'],
      anyOf: [{ required: ['vendor_id'] }, { required: ['handle'] }],
    },
  },
]

/** The fields that belong to each state of a rule. */
export const ruleRules = [
  {
    if: is('state', 'active'),
    then: {
      properties: { conditions: { minItems: 1 } },
      ...without('activates_at'),
    },
  },
  { dependentRequired: { replaces: ['activates_at'] } },
]

import { RulesetFile, SettingsFile } from './folder-file.ts'
import { conditionRules, resourceRules, ruleRules } from './schema-rules.ts'

/** The JSON Schema (draft 2020-12) of a folder's files, for editors, as text. */
export function folderSchemaText(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Policy as code',
    description:
      'A policy file: with `resource` the policy of one resource, else defaults, dimensions with attributes, rulesets, and tests',
    type: 'object',
    if: { required: ['resource'] },
    // JSON Schema has these words.
    // oxlint-disable-next-line unicorn/no-thenable
    then: { $ref: '#/$defs/ruleset' },
    else: { $ref: '#/$defs/settings' },
    $defs: { ruleset: rulesetSchema(), settings: settingsSchema() },
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

function rulesetSchema(): object {
  const { resource, rules } = RulesetFile.properties
  const { conditions } = rules.items.properties
  const condition = { ...conditions.items, allOf: conditionRules }
  const rule = within(rules.items, { conditions: { ...conditions, items: condition } })
  return within(RulesetFile, {
    resource: { ...resource, allOf: resourceRules },
    rules: { ...rules, items: { ...rule, allOf: ruleRules } },
  })
}

function settingsSchema(): object {
  const { tests, rulesets } = SettingsFile.properties
  const { resource } = tests.items.properties
  const items = within(tests.items, { resource: { ...resource, allOf: resourceRules } })
  return within(SettingsFile, {
    rulesets: { ...rulesets, items: { $ref: '#/$defs/ruleset' } },
    tests: { ...tests, items },
  })
}

/** The schema with other schemas for some of its properties. */
function within<S extends { properties: object }>(
  schema: S,
  properties: { [K in keyof S['properties']]?: object },
): object {
  return { ...schema, properties: { ...schema.properties, ...properties } }
}

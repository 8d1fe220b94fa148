import { RulesetFile, SettingsFile } from './folder-file.ts'

/** The JSON Schema (draft 2020-12) of a folder's files, for editors, as text. */
export function folderSchemaText(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Policy as code',
    description:
      'A file of a policy folder: with `resource` the policy of one resource, else dimensions with attributes, and tests',
    type: 'object',
    if: { required: ['resource'] },
    // JSON Schema has these words.
    // oxlint-disable-next-line unicorn/no-thenable
    then: { $ref: '#/$defs/ruleset' },
    else: { $ref: '#/$defs/settings' },
    $defs: { ruleset: RulesetFile, settings: SettingsFile },
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

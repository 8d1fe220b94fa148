/** The JSON Schema of the files, which stands in the folder beside them. */
export const schemaName = 'policy.schema.json'

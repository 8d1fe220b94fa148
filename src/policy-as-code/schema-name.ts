/** The JSON Schema of the files, in the folder beside them. */
export const schemaName = 'policy.schema.json'

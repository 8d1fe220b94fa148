import { Value } from 'typebox/value'
import { parseDocument } from 'yaml'
import { refusedCharacter } from '../../contract/text.ts'
import { PolicyFile } from './policy-file.ts'
import { PolicyFileError, type FileFault } from './policy-file-error.ts'
import { explainSchemaErrors } from './schema-faults.ts'

const maximumBytes = 32 * 1024 * 1024
/** An anchor may be repeated, but not so that a small file unfolds into a huge one. */
const maximumAliases = 100

/** Reads a policy file. Throws {@link PolicyFileError} naming every place that is wrong. */
export function readPolicyFile(yamlText: string): PolicyFile {
  if (Buffer.byteLength(yamlText) > maximumBytes) {
    throw new PolicyFileError([{ path: '', message: 'the file is over 32 MiB' }])
  }
  const data = parseYaml(yamlText)
  if (!Value.Check(PolicyFile, data)) {
    throw new PolicyFileError(explainSchemaErrors(PolicyFile, data, Value.Errors(PolicyFile, data)))
  }
  const faults = [...findRefusedCharacters(data, '')]
  if (faults.length > 0) throw new PolicyFileError(faults)
  return data
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text, { version: '1.2', uniqueKeys: true, merge: false })
  const problems = [...document.errors, ...document.warnings]
  if (problems.length > 0) {
    throw new PolicyFileError(problems.map(({ message }) => ({ path: '', message })))
  }
  try {
    return document.toJS({ maxAliasCount: maximumAliases })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new PolicyFileError([{ path: '', message }])
  }
}

/** Where texts hold characters that none here may hold. */
export function* findRefusedCharacters(value: unknown, path: string): Generator<FileFault> {
  if (typeof value === 'string') {
    const refused = refusedCharacter(value, true)
    if (refused !== undefined)
      yield { path, message: `holds the character ${refused}, which no text here may hold` }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* findRefusedCharacters(item, `${path}[${index}]`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield* findRefusedCharacters(item, path === '' ? key : `${path}.${key}`)
    }
  }
}

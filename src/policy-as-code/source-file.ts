import type { Static, TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'
import type { FileFault, FolderFault } from './folder-error.ts'
import type { parseYaml } from './parse-yaml.ts'
import { explainSchemaErrors, findRefusedCharacters } from './schema-faults.ts'

/** A file, or a part of one: its data, and the position of each value. */
export type SourceFile = {
  /** The file's, in a folder relative to it, with `/`. */
  name: string
  /** Where the data is in the file: `rulesets[2]`; empty for all of it. */
  part: string
  data: unknown
  /** The fault with the place of the nearest existing part of the path. */
  place: (fault: FileFault) => FolderFault
}

/** A parsed file. */
export function sourceOf(
  name: string,
  parsed: ReturnType<typeof parseYaml>,
): { source: SourceFile } | { faults: FolderFault[] } {
  if ('faults' in parsed)
    return { faults: parsed.faults.map((fault) => ({ file: name, path: '', ...fault })) }
  const { data, positions } = parsed
  const place = ({ path, message }: FileFault) => {
    let at = path
    while (at !== '' && !positions.has(at)) at = at.replace(/(^|\.)[^.[\]]*$|\[\d+\]$/, '')
    const { line, column } = positions.get(at) ?? { line: 1, column: 1 }
    return { file: name, line, column, path, message }
  }
  return { source: { name, part: '', data, place } }
}

/** The file, if what it says fits the compiled schema. */
export function checkSource<S extends TSchema>(
  schema: Validator<{}, S>,
  source: SourceFile,
): { source: SourceFile & { data: Static<S> } } | { faults: FolderFault[] } {
  const { data, place } = source
  if (!schema.Check(data)) return { faults: explainSchemaErrors(schema.Type(), data).map(place) }
  const faults = [...findRefusedCharacters(data, '')]
  return faults.length > 0 ? { faults: faults.map(place) } : { source: { ...source, data } }
}

/** The data at a path of a file, as if it were a file of its own. */
export function partOf<T>({ name, place }: SourceFile, part: string, data: T) {
  const inFile = ({ path, message }: FileFault) =>
    place({ path: path === '' ? part : `${part}.${path}`, message })
  return { name, part, data, place: inFile }
}

/** How a reader finds it: `policy.yaml`, or `policy.yaml rulesets[2]`. */
export function labelOf({ name, part }: Pick<SourceFile, 'name' | 'part'>): string {
  return part === '' ? name : `${name} ${part}`
}

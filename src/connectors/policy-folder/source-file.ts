import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isNode, type Document } from 'yaml'
import type { FileFault } from '../policy-file/file-fault.ts'
import { explainSchemaErrors, findRefusedCharacters } from '../policy-file/schema-faults.ts'
import type { FolderFault } from './folder-error.ts'
import { parseYaml } from './parse-yaml.ts'

/** A file: its data, and the position of each part. */
export type SourceFile = {
  /** In a folder relative to it, with `/`. */
  name: string
  data: unknown
  /** The fault with the place of the nearest existing part of the path. */
  place: (fault: FileFault) => FolderFault
}

/** Parses a file's YAML. */
export function parseSource(
  name: string,
  text: string,
  maximumMebibytes: number,
): { source: SourceFile } | { faults: FolderFault[] } {
  const fault = (message: string, line = 1, column = 1): FolderFault => ({
    file: name,
    line,
    column,
    path: '',
    message,
  })
  if (Buffer.byteLength(text) > maximumMebibytes * 1024 * 1024)
    return { faults: [fault(`the file is over ${maximumMebibytes} MiB`)] }
  const parsed = parseYaml(text)
  if ('faults' in parsed)
    return {
      faults: parsed.faults.map(({ message, line, column }) => fault(message, line, column)),
    }
  const { data, document, lines } = parsed
  const place = ({ path, message }: FileFault) => {
    const { line, col } = lines.linePos(offsetOf(document, path))
    return { file: name, line, column: col, path, message }
  }
  return { source: { name, data, place } }
}

/** The file, if what it says fits the schema. */
export function checkSource<S extends TSchema>(
  schema: S,
  source: SourceFile,
): { source: SourceFile & { data: Static<S> } } | { faults: FolderFault[] } {
  const { data, place } = source
  if (!Value.Check(schema, data)) return { faults: explainSchemaErrors(schema, data).map(place) }
  const faults = [...findRefusedCharacters(data, '')]
  return faults.length > 0 ? { faults: faults.map(place) } : { source: { ...source, data } }
}

/** `rules[1].role` → where its value begins; otherwise where the nearest existing part of the path begins. */
function offsetOf(document: Document, path: string): number {
  const segments = (path.match(/[^.[\]]+/g) ?? []).map((each) =>
    /^\d+$/.test(each) ? Number(each) : each,
  )
  for (let length = segments.length; length >= 0; length--) {
    const node = document.getIn(segments.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

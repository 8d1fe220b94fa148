import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { isRecord } from '../contract/json.ts'
import { readMappingFile } from '../connectors/import/mapping-file.ts'
import { CommandFailed } from './output.ts'

/** The mapping in a file, as `muster connect` writes it or as an integration shows it. */
export async function readMapping(path: string): Promise<Record<string, unknown>> {
  const { mapping } = readMappingFile(await readUtf8(path), path)
  if (isRecord(mapping)) return mapping
  throw new CommandFailed(`The file ${path} has no mapping.`)
}

export async function readUtf8(path: string): Promise<string> {
  const bytes = await readFile(path)
  if (!isUtf8(bytes)) throw new CommandFailed(`${path} is not UTF-8; save it as UTF-8.`)
  return new TextDecoder().decode(bytes)
}

import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { isRecord } from '../../contract/json.ts'
import { parseMappingFile, type MappingFileContents } from '../../connectors/import/mapping-file.ts'
import { CommandFailed } from '../output/output.ts'

type Values = Readonly<Record<string, unknown>>
export type ReadMapping = MappingFileContents & { mapping: Record<string, unknown> }

/** The mapping in a file, as `muster connect` writes it or as an integration shows it, and the settings beside it. */
export async function readMappingContents(path: string): Promise<ReadMapping> {
  const contents = parseMappingFile(await readUtf8(path), path)
  const { mapping } = contents
  if (isRecord(mapping)) return { ...contents, mapping }
  throw new CommandFailed(`The file ${path} has no mapping.`)
}

/** What a mapping file gives a new integration besides the mapping itself. Only the primary begins with dimensions. */
export function besideMapping(
  { keys, dimensions }: Partial<ReadMapping>,
  { primary }: { primary?: boolean | undefined },
) {
  return { ...keys, ...(primary === true && dimensions !== undefined && { dimensions }) }
}

/** The body of a new integration, with what the file of `--mapping` says. */
export async function withMapping(
  body: Values,
  { mapping: path, primary }: Values,
): Promise<Record<string, unknown>> {
  if (typeof path !== 'string') return { ...body }
  const contents = await readMappingContents(path)
  const beside = besideMapping(contents, { primary: primary === true })
  return { ...beside, ...body, mapping: contents.mapping }
}

export async function readUtf8(path: string): Promise<string> {
  const bytes = await readFile(path)
  if (!isUtf8(bytes)) throw new CommandFailed(`${path} is not UTF-8; save it as UTF-8.`)
  return new TextDecoder().decode(bytes)
}

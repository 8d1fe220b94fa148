import { exceededBound } from '../../contract/json-bounds.ts'
import { badRequest, unprocessable } from '../../http/refusals/problem.ts'
import type { ReceivedFile } from '../../http/bodies/received-file.ts'
import type { Mapping } from '../file/mapping.ts'
import { faultIn, isMapping } from '../import/integration-mapping.ts'

type Readable = Pick<ReceivedFile, 'read'>

/** The mapping that a body begins with, and the file that follows it. Without `bytes` all of it is the file. */
export async function triedMapping(
  file: ReceivedFile,
  bytes: string | undefined,
): Promise<{ file: Readable; mapping: Mapping | undefined }> {
  if (bytes === undefined) return { file, mapping: undefined }
  const length = Number(bytes)
  if (length >= file.bytes)
    throw badRequest(`The body has ${file.bytes} bytes: mapping_bytes leaves none for the file.`)
  return {
    file: { read: () => without(file.read(), length) },
    mapping: parsed(await firstBytes(file.read(), length)),
  }
}

function parsed(text: string): Mapping {
  const mapping: unknown = jsonOf(text)
  if (isMapping(mapping)) return mapping
  throw unprocessable({ mapping: [`can't be used: ${faultIn(mapping)}`] })
}

/** More than any mapping has. */
const bounds = { levels: 64, keys: 1000, values: 50_000 }

function jsonOf(text: string): unknown {
  if (exceededBound(text, bounds) !== undefined)
    throw unprocessable({ mapping: ['has more values or levels than a mapping can have'] })
  try {
    return JSON.parse(text)
  } catch {
    throw unprocessable({ mapping: ['is not JSON: mapping_bytes counts its bytes in UTF-8'] })
  }
}

async function firstBytes(pieces: AsyncIterable<Uint8Array>, length: number): Promise<string> {
  const read: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    read.push(piece)
    bytes += piece.length
    if (bytes >= length) break
  }
  return Buffer.concat(read).subarray(0, length).toString()
}

async function* without(pieces: AsyncIterable<Uint8Array>, length: number) {
  let left = length
  for await (const piece of pieces) {
    const rest = piece.subarray(Math.min(left, piece.length))
    left -= piece.length - rest.length
    if (rest.length > 0) yield rest
  }
}

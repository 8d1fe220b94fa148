import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { exceededBound } from '../../contract/json-bounds.ts'
import { badRequest, unprocessable } from '../../http/refusals/problem.ts'
import type { ReceivedFile } from '../../http/bodies/received-file.ts'
import type { Mapping } from '../file/mapping.ts'
import type { Answers } from '../probe/question.ts'
import { faultIn, isMapping } from '../file/check-mapping.ts'

type Readable = Pick<ReceivedFile, 'read'>

type Beginning = { mapping_bytes?: string | undefined; answers_bytes?: string | undefined }
type Tried = { file: Readable; mapping?: Mapping; answers?: Answers }

/** The mapping or the answers that a body begins with, and the file that follows. Without either all of it is the file. */
export async function triedMapping(
  file: ReceivedFile,
  { mapping_bytes: ofMapping, answers_bytes: ofAnswers }: Beginning,
): Promise<Tried> {
  const bytes = ofMapping ?? ofAnswers
  if (bytes === undefined) return { file }
  const field = ofMapping === undefined ? 'answers' : 'mapping'
  const length = Number(bytes)
  if (length >= file.bytes)
    throw badRequest(`The body has ${file.bytes} bytes: ${field}_bytes leaves none for the file.`)
  const given = jsonOf(await firstBytes(file.read(), length), field)
  const rest = { read: () => without(file.read(), length) }
  if (field === 'mapping') return { file: rest, mapping: requireMapping(given) }
  if (Value.Check(AnswersShape, given)) return { file: rest, answers: given }
  throw unprocessable({ answers: ['must be texts by the ids of questions'] })
}

const AnswersShape = Type.Record(Type.String({ maxLength: 500 }), Type.String({ maxLength: 500 }), {
  maxProperties: 300,
})

function requireMapping(mapping: unknown): Mapping {
  if (isMapping(mapping)) return mapping
  throw unprocessable({ mapping: [`can't be used: ${faultIn(mapping)}`] })
}

/** More than any mapping has. */
const bounds = { levels: 64, keys: 1000, values: 50_000 }

function jsonOf(text: string, field: 'mapping' | 'answers'): unknown {
  if (exceededBound(text, bounds) !== undefined)
    throw unprocessable({ [field]: ['has more values or levels than it can have'] })
  try {
    return JSON.parse(text)
  } catch {
    throw unprocessable({ [field]: [`is not JSON: ${field}_bytes counts its bytes in UTF-8`] })
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

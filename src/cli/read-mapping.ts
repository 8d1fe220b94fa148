import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { isRecord } from '../contract/json.ts'
import { explainError } from './explain-error.ts'
import { CommandFailed } from './output.ts'

/** The mapping in a file. */
export async function readMapping(path: string): Promise<Record<string, unknown>> {
  const text = await readUtf8(path)
  try {
    const mapping: unknown = JSON.parse(text)
    if (isRecord(mapping)) return mapping
  } catch (error) {
    throw new CommandFailed(`The mapping ${path} is not JSON: ${explainError(error)}`)
  }
  throw new CommandFailed(`The mapping ${path} is not an object.`)
}

export async function readUtf8(path: string): Promise<string> {
  const bytes = await readFile(path)
  if (!isUtf8(bytes)) throw new CommandFailed(`${path} is not UTF-8; save it as UTF-8.`)
  return new TextDecoder().decode(bytes)
}

import type { FastifyRequest } from 'fastify'
import { decodeId } from '../../contract/ids.ts'
import { notFound } from '../refusals/problem.ts'
import type { ParamKinds } from './route.ts'

/** The uuids in the path; 404 for one that is malformed or has another prefix. */
export function decodeParams(request: FastifyRequest, kinds: ParamKinds): Record<string, string> {
  const sent: unknown = request.params
  const uuids: Record<string, string> = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const text = readString(sent, name)
    const uuid = decodeId(kind, text)
    if (uuid === undefined) throw notFound(kind, text)
    uuids[name] = uuid
  }
  return uuids
}

/** An id as the path has it; empty where it has none of that name. */
export function sentId(request: FastifyRequest, name: string): string {
  return readString(request.params, name)
}

function readString(source: unknown, name: string): string {
  if (typeof source !== 'object' || source === null) return ''
  const value: unknown = Reflect.get(source, name)
  return typeof value === 'string' ? value : ''
}

/** The path as it was sent, without the query string. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

/** The query string after the `?`, undecoded; empty without one. */
export function searchOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

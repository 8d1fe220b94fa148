import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** `charset=utf-8` and other parameters of a media type; a weight (`q`) is none. */
const parameter = /;\s*(?!q\s*=)[^;,="\s]+\s*=\s*(?:"[^"]*"|[^;,"\s]*)/gi

/** Those of the types that `Accept` names, as the client prefers them: all of them where there is none. Their parameters make no difference. */
export function acceptedOf<T extends string>(
  accept: string | undefined,
  types: readonly T[],
): readonly T[] {
  const headers = accept === undefined ? {} : { accept: accept.replaceAll(parameter, '') }
  const names = new Negotiator({ headers }).mediaTypes([...types])
  return names.flatMap((name) => types.find((type) => type === name) ?? [])
}

/** The `charset` of a Content-Type. */
export function charsetOf({ 'content-type': type = '' }: IncomingHttpHeaders): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1]
}

import { isLoopback } from './issuer.ts'

const maximumBytes = 1024 * 1024
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

type Options = Omit<RequestInit, 'body' | 'redirect'> & { body?: RequestInit['body'] | undefined }

/**
 * A `fetch` that reaches these hosts only, by https (or http on loopback), follows no redirect, and refuses responses
 * over 1 MiB.
 */
export function restrictedFetch(hosts: ReadonlySet<string>) {
  return async (address: string, { body, ...options }: Options): Promise<Response> => {
    requireKnownHost(address, hosts)
    const response = await fetch(address, { ...options, body: body ?? null, redirect: 'manual' })
    const { status, statusText, headers } = response
    if (withoutBody.has(status)) return response
    return new Response(await boundedBody(response), { status, statusText, headers })
  }
}

/** Throws an Error unless the address is one that Muster may request. */
export function requireKnownHost(address: string, hosts: ReadonlySet<string>): void {
  const { protocol, host, hostname } = new URL(address)
  if (!hosts.has(host))
    throw new Error(`${host} is not a host of this issuer: if it is right, add it to hosts`)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw new Error(`${host} must be reached by https`)
}

async function boundedBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maximumBytes) throw new Error('the response of the issuer is over 1 MiB')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

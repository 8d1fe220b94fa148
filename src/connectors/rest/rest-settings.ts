import { Type } from 'typebox'
import { certificatesFault } from '../../outgoing/certificates.ts'

/** The settings of every source that is read by REST. No secret is among them. */
export const restSettings = {
  url: Type.String({
    maxLength: 300,
    pattern: '^https://[^/?#@\\s]+(/[^?#\\s]*)?$',
    description:
      'Where it is: `https://` and its host, with a port if it isn’t 443, and with an IPv6 address in brackets',
    examples: ['https://acme.okta.com'],
  }),
  ca: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description:
        'The certificates (PEM) that the server’s is verified by, instead of those that the system trusts',
      examples: ['-----BEGIN CERTIFICATE-----…'],
    }),
  ),
  reads_groups: Type.Optional(
    Type.Boolean({ description: 'False leaves groups out', examples: [false] }),
  ),
}

export type RestSettings = { url: string; ca?: string; reads_groups?: boolean }

/** What the schema can't say, by the field at fault. */
export function restFaults({ url, ca }: RestSettings): Record<string, string> {
  const faults = { url: faultOfUrl(url), ca: ca === undefined ? undefined : certificatesFault(ca) }
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function faultOfUrl(url: string): string | undefined {
  return URL.canParse(url) ? undefined : 'must be an address such as https://acme.example'
}

/** The settings that decide where the secret is sent. */
export function restReceiver({ url, ca }: RestSettings): object {
  const { origin, pathname } = new URL(url)
  return { origin, path: pathname.replace(/\/+$/, ''), ca: ca ?? null }
}

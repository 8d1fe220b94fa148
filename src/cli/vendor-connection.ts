import { readFile } from 'node:fs/promises'
import type { IntegrationType, IntegrationVendor } from '../contract/states.ts'
import { CommandFailed } from './output.ts'
import { readSettings } from './read-settings.ts'

/** What a command connects: its type, and the secret that signs in there. */
export type VendorType = {
  vendor: Exclude<IntegrationVendor, 'file'>
  secret: 'password' | 'token' | 'client_secret' | 'service_account_key'
  /** What the secret is called when it is asked for. */
  secretName: string
  /** Where it usually is. */
  url?: string
}

const token = { secret: 'token', secretName: 'Token' } as const

/** The vendors that are read by their own API. */
export const vendorTypes = {
  okta: { vendor: 'idp', ...token },
  entra: {
    vendor: 'idp',
    secret: 'client_secret',
    secretName: 'Client secret',
    url: 'https://graph.microsoft.com',
  },
  github: { vendor: 'codehost', ...token, url: 'https://api.github.com' },
  gitlab: { vendor: 'codehost', ...token, url: 'https://gitlab.com' },
  slack: { vendor: 'chat', ...token, url: 'https://slack.com/api' },
  google: {
    vendor: 'suite',
    secret: 'service_account_key',
    secretName: 'Key of the service account',
    url: 'https://admin.googleapis.com',
  },
} as const satisfies Partial<Record<IntegrationType, VendorType>>

export type VendorTypeName = keyof typeof vendorTypes
export const vendorTypeNames = [
  'okta',
  'entra',
  'github',
  'gitlab',
  'slack',
  'google',
] as const satisfies VendorTypeName[]

export type VendorOptions = {
  type: VendorTypeName
  at?: string
  set?: string[]
  ca?: string
  groups?: boolean
}

/** The settings of a vendor's connection, by the options of a command. */
export async function vendorConnection(options: VendorOptions): Promise<{ url: string }> {
  const { type, set, ca, groups } = options
  const known: VendorType = vendorTypes[type]
  const url = options.at ?? known.url
  if (url === undefined) throw new CommandFailed(`Give the address of ${type} with --at.`, 2)
  return {
    url,
    ...(ca !== undefined && { ca: await readFile(ca, 'utf8') }),
    ...(groups === false && { reads_groups: false }),
    ...readSettings(type, set),
  }
}

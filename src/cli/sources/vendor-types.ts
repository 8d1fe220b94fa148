import type { IntegrationType, IntegrationVendor } from '../../contract/states.ts'

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

export function isVendor(type: string): type is VendorTypeName {
  return Object.hasOwn(vendorTypes, type)
}

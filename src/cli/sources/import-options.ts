import type { Encoding } from '../../connectors/file/decode-text.ts'
import type { KnownGroup } from '../../connectors/file/read-membership.ts'
import type { Shape } from '../../connectors/file/shape.ts'
import type { Format } from '../../connectors/file/sniff-format.ts'
import type { IntegrationType, IntegrationVendor } from '../../contract/states.ts'
import type { PolicyTarget } from '../local/policy-target.ts'

export type ImportOptions = PolicyTarget & {
  integration?: string
  vendor?: IntegrationVendor
  type?: IntegrationType
  name?: string
  primary?: boolean
  trustsEmail?: boolean
  mapping?: string
  format?: Format
  encoding?: Encoding
  shape?: Shape
  membersOf?: KnownGroup
  report?: string
  complete?: boolean
  plan?: boolean
  full?: boolean
}

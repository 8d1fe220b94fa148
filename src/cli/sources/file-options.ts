import { InvalidArgumentError } from 'commander'
import type { Encoding } from '../../connectors/file/decode-text.ts'
import type { KnownGroup } from '../../connectors/file/read-membership.ts'
import type { Shape } from '../../connectors/file/shape.ts'
import type { Format } from '../../connectors/file/sniff-format.ts'
import { definedOf } from '../../contract/defined.ts'
import { resourceTypes, type IntegrationVendor } from '../../contract/states.ts'
import type { IntegrationType } from '../../contract/gen/vendors.ts'
import type { Flag } from '../command-line/flag.ts'
import { operationAt } from '../nouns/operations.ts'
import type { PolicyTarget } from '../local/policy-target.ts'

/** How a file is read, where that can't be told from the file. */
export type FileOptions = {
  format?: Format
  encoding?: Encoding
  shape?: Shape
  membersOf?: KnownGroup
}

export type ImportOptions = PolicyTarget &
  FileOptions & {
    integration?: string
    vendor?: IntegrationVendor
    type?: IntegrationType
    name?: string
    primary?: boolean
    trustsEmail?: boolean
    mapping?: string
    report?: string
    complete?: boolean
    plan?: boolean
    full?: boolean
  }

export const fileFlags: readonly Flag[] = [
  ['--format <format>', 'when it can’t be told from the file', choicesOf('format')],
  ['--encoding <encoding>', 'when it can’t be told from the file', choicesOf('encoding')],
  ['--shape <shape>', 'when it can’t be told from the first record', choicesOf('shape')],
  [
    '--members-of <type>:<vendor id>',
    'the group of a list of members that does not name it, such as codehost_group:42',
    { read: readGroup },
  ],
]

/** As the API has them: what reads files is loaded when a file is read. */
function choicesOf(parameter: string) {
  const { query = [] } = operationAt('post', '/workspace/integrations/{integration}/imports') ?? {}
  return { choices: query.find(({ name }) => name === parameter)?.choices ?? [] }
}

export const fileArgument =
  'users, groups or members as JSON, JSON lines, CSV or LDIF, also gzipped'

/** What is given, by the names of the API; the flags are those with hyphens. */
export function fileParameters({ format, encoding, shape, membersOf }: FileOptions) {
  const members = membersOf && `${membersOf.resourceType}:${membersOf.vendorId}`
  return definedOf({ format, encoding, shape, members_of: members })
}

/** The same as importers take it. */
export function readingOptions({ format, encoding, shape, membersOf }: FileOptions) {
  return definedOf({ format, encoding, shape, group: membersOf })
}

/** `codehost_group:42`; a vendor id may have colons itself. */
function readGroup(text: string): KnownGroup {
  const [, type, vendorId = ''] = /^\s*([^:]*):(.*)$/s.exec(text) ?? []
  const resourceType = resourceTypes.find((known) => known === type)
  if (resourceType === undefined || vendorId.trim() === '') {
    throw new InvalidArgumentError(
      `It must be <type>:<vendor id>, for example codehost_group:42. The types are ${resourceTypes.join(', ')}.`,
    )
  }
  return { resourceType, vendorId: vendorId.trim() }
}

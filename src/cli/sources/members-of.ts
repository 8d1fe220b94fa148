import { InvalidArgumentError, Option } from 'commander'
import type { KnownGroup } from '../../connectors/file/read-membership.ts'
import { resourceTypes } from '../../contract/states.ts'

/** The group of a list of members, which import and connect take. */
export function membersOfOption(): Option {
  return new Option(
    '--members-of <type>:<vendor id>',
    'the group of a list of members that does not name it, such as codehost_group:42',
  )
    .argParser(readGroup)
    .env('MUSTER_MEMBERS_OF')
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

import type { Condition } from '../engine/model.ts'
import { readCondition, type Fault } from '../engine/validate-condition.ts'
import { refusedKey } from '../policy/conditions/policy-keys.ts'
import { engineDraft, type WrittenCondition } from '../policy/stored-rules/draft-condition.ts'
import type { FolderCondition } from './folder-file.ts'
import type { FileFault } from './folder-error.ts'
import { attributeKey, personKey, type References } from './references.ts'
import { unknownHandle } from './caller-rights.ts'
import { resourceName } from './resource-name.ts'

/** A condition as it is stored, and as the engine reads it; or its faults. */
type LookedUpCondition = { values: WrittenCondition; read: Condition } | { faults: FileFault[] }

/** The keys of a condition, by its type. */
export const takenKeys: Record<FolderCondition['type'], readonly string[]> = {
  attribute: ['type', 'operator', 'dimension', 'value'],
  identity: ['type', 'operator', 'integration', 'profile_key', 'value', 'or_absent'],
  entitled_to: ['type', 'operator', 'resource'],
  user: ['type', 'operator', 'email', 'id'],
  direct_reports_of: ['type', 'operator', 'email', 'id'],
  all_reports_of: ['type', 'operator', 'email', 'id'],
}

/** Looks up what a condition names and has the engine read it. */
export function lookUpCondition(
  condition: FolderCondition,
  path: string,
  references: References,
): LookedUpCondition {
  const { type, operator = null, or_absent: orAbsent = false } = condition
  const found = lookUp(condition, references)
  if ('message' in found) return { faults: [{ ...found, path: path + found.path }] }
  const values = { ...nothing, type, profileOperator: operator, orAbsent, ...found }
  const reading = readCondition(engineDraft(values))
  if (reading.ok) return { values, read: reading.condition }
  return {
    faults: reading.faults.map(({ field, message }) => ({
      path: `${path}.${fileKeys[field]}`,
      message,
    })),
  }
}

const nothing = {
  attributeId: null,
  integrationId: null,
  directoryUserId: null,
  vendorResourceId: null,
  profileKey: null,
  profileValue: null,
}

/** What a condition names, or its fault, at a path below that of the condition. */
type Found = Partial<WrittenCondition> | FileFault

function lookUp(condition: FolderCondition, references: References): Found {
  const allowed = takenKeys[condition.type]
  const foreign = Object.keys(condition).filter((key) => !allowed.includes(key))
  if (foreign.length > 0) {
    const others = `${foreign.join(', ')} is not taken by a condition of type ${condition.type}`
    return fault('', `${others}; allowed: ${allowed.join(', ')}`)
  }
  switch (condition.type) {
    case 'attribute':
      return lookUpAttribute(condition, references)
    case 'identity':
      return lookUpIdentity(condition, references)
    case 'entitled_to':
      return lookUpResource(condition, references)
    case 'user':
    case 'direct_reports_of':
    case 'all_reports_of':
      return lookUpPerson(condition, references)
  }
}

function lookUpAttribute({ dimension, value }: FolderCondition, references: References): Found {
  const { dimensions, attributes, may } = references
  if (dimension === undefined) return fault('', 'dimension is missing')
  if (typeof value !== 'string') return fault('.value', 'must be one value of the dimension')
  const known = dimensions.get(dimension)
  if (known === undefined)
    return fault('.dimension', unknownHandle('dimension', dimension, { known: dimensions, may }))
  const attribute = attributes.get(attributeKey(known.id, value))
  if (attribute === undefined)
    return fault('.value', `${JSON.stringify(value)} is no value of the dimension ${dimension}`)
  return { attributeId: attribute.id }
}

function lookUpResource({ resource }: FolderCondition, { findOwners }: References): Found {
  if (resource === undefined) return fault('', 'resource is missing')
  if (resource.type === 'directory_attribute')
    return fault('.resource.type', 'must be of a vendor; ask for an attribute by type attribute')
  const [owner, ...others] = findOwners(resource)
  if (owner === undefined || !('resourceId' in owner))
    return fault('.resource', `there is no ${resourceName(resource)}`)
  if (others.length > 0)
    return fault(
      '.resource',
      `${others.length + 1} resources have this handle; name one by vendor_id`,
    )
  return { vendorResourceId: owner.resourceId }
}

function lookUpIdentity(condition: FolderCondition, { integrations, may }: References): Found {
  const { profile_key: key, operator, integration, value } = condition
  if (key === undefined) return fault('', 'profile_key is missing')
  if (operator === undefined) return fault('', 'operator is missing')
  const found =
    integration === undefined
      ? [...integrations.values()].find(({ isPrimary }) => isPrimary)
      : integrations.get(integration)
  if (found === undefined)
    return integration === undefined
      ? fault('', 'no integration is primary; name one under integration')
      : fault(
          '.integration',
          unknownHandle('integration', integration, { known: integrations, may }),
        )
  const refused = refusedKey(found, key)
  if (refused !== null) return fault('.profile_key', refused)
  const wantsList = operator === 'in' || operator === 'not_in'
  if (value !== undefined && Array.isArray(value) !== wantsList)
    return fault('.value', `must be ${wantsList ? 'a list' : 'one text'} for ${operator}`)
  return {
    integrationId: integration === undefined ? null : found.id,
    profileKey: key,
    profileValue: Array.isArray(value) ? JSON.stringify(value) : (value ?? null),
  }
}

function lookUpPerson(condition: FolderCondition, { people }: References): Found {
  const { email, id } = condition
  if ((email === undefined) === (id === undefined))
    return fault('', 'names a person by email or by id')
  const [person, ...others] = people.get(personKey(condition)) ?? []
  if (person === undefined)
    return email === undefined
      ? fault('.id', 'is the id of no person')
      : fault('.email', 'no one has this address')
  if (others.length === 0) return { directoryUserId: person.id }
  const deleted = [person, ...others].some(({ isDeleted }) => isDeleted)
  return fault(
    '.email',
    `${others.length + 1} people have this address${deleted ? ', one of them deleted' : ''}; name the one meant by id`,
  )
}

function fault(path: string, message: string): FileFault {
  return { path, message }
}

/** The contract's names of fields, as the file spells them. */
const fileKeys: Record<Fault['field'], string> = {
  type: 'type',
  resource_id: 'value',
  profile_key: 'profile_key',
  profile_operator: 'operator',
  profile_value: 'value',
  or_absent: 'or_absent',
  conditions: 'conditions',
}

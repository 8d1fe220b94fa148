import { decodeId } from '../contract/ids.ts'
import type { Fault } from '../engine/validate-condition.ts'
import type { NamedCondition } from '../policy/stored-rules/describe-condition.ts'
import {
  draftCondition,
  type DraftCondition,
  type WrittenCondition,
} from '../policy/stored-rules/draft-condition.ts'
import { refusedKey } from '../policy/conditions/policy-keys.ts'
import type { FolderCondition } from './folder-file.ts'
import type { FileFault } from './folder-error.ts'
import { attributeKey, type NamedReference, type References } from './references.ts'
import { unknownHandle } from './caller-rights.ts'

export type ConditionDrafting = { draft: DraftCondition } | { faults: FileFault[] }

/** The keys of a condition, by its type. */
export const takenKeys: Record<FolderCondition['type'], readonly string[]> = {
  attribute: ['type', 'operator', 'dimension', 'value'],
  identity: ['type', 'operator', 'integration', 'profile_key', 'value'],
  user: ['type', 'operator', 'email', 'id'],
  direct_reports_of: ['type', 'operator', 'email', 'id'],
  all_reports_of: ['type', 'operator', 'email', 'id'],
}

/** Looks up what a condition names and has the engine read it. */
export function lookUpCondition(
  condition: FolderCondition,
  path: string,
  references: References,
): ConditionDrafting {
  const allowed = takenKeys[condition.type]
  const foreign = Object.keys(condition).filter((key) => !allowed.includes(key))
  if (foreign.length > 0) {
    const message = `${foreign.join(', ')} is not taken by a condition of type ${condition.type}; allowed: ${allowed.join(', ')}`
    return { faults: [{ path, message }] }
  }
  const lookedUp = lookUp(condition, path, references)
  return 'faults' in lookedUp ? lookedUp : readByEngine(lookedUp, path)
}

/** The referent's id under its column, and the names of everything. */
type LookedUp = {
  values: WrittenCondition
  named: NamedCondition
}

function lookUp(condition: FolderCondition, path: string, references: References) {
  switch (condition.type) {
    case 'attribute':
      return lookUpAttribute(condition, path, references)
    case 'identity':
      return lookUpIdentity(condition, path, references)
    case 'user':
    case 'direct_reports_of':
    case 'all_reports_of':
      return lookUpPerson(condition, path, references)
  }
}

const nothing = {
  attributeId: null,
  integrationId: null,
  directoryUserId: null,
  profileKey: null,
  profileValue: null,
}
const noNames = { integration: null, profileKey: null, profileValue: null, referent: null }

function lookUpAttribute(
  condition: FolderCondition,
  path: string,
  { dimensions, attributes, rights }: References,
): LookedUp | { faults: FileFault[] } {
  const { type, dimension, value } = condition
  const operator = condition.operator ?? null
  if (dimension === undefined) return fault(path, 'dimension is missing')
  if (typeof value !== 'string') return fault(`${path}.value`, 'must be one value of the dimension')
  const dimensionId = dimensions.get(dimension)
  if (dimensionId === undefined)
    return fault(
      `${path}.dimension`,
      unknownHandle('dimension', dimension, { known: dimensions, rights }),
    )
  const attribute = attributes.get(attributeKey(dimensionId, value))
  if (attribute === undefined) {
    return fault(
      `${path}.value`,
      `${JSON.stringify(value)} is no value of the dimension ${dimension}`,
    )
  }
  const referent = { dimension, attribute: attribute.name }
  return {
    values: { type, ...nothing, attributeId: attribute.id, profileOperator: operator },
    named: { type, operator, ...noNames, referent },
  }
}

function lookUpIdentity(
  condition: FolderCondition,
  path: string,
  { integrations, rights }: References,
): LookedUp | { faults: FileFault[] } {
  const { type, profile_key: key, operator, value } = condition
  const integration = condition.integration ?? null
  if (key === undefined) return fault(path, 'profile_key is missing')
  if (operator === undefined) return fault(path, 'operator is missing')
  const found =
    integration === null
      ? [...integrations.values()].find(({ isPrimary }) => isPrimary)
      : integrations.get(integration)
  if (found === undefined && integration === null) {
    return fault(path, 'no integration is primary; name one under integration')
  }
  if (found === undefined) {
    return fault(
      `${path}.integration`,
      unknownHandle('integration', integration ?? '', { known: integrations, rights }),
    )
  }
  const refused = refusedKey(found, key)
  if (refused !== null) return fault(`${path}.profile_key`, refused)
  const wantsList = operator === 'in' || operator === 'not_in'
  if (value !== undefined && Array.isArray(value) !== wantsList) {
    return fault(
      `${path}.value`,
      wantsList ? `must be a list for ${operator}` : `must be one text for ${operator}`,
    )
  }
  const profileValue = Array.isArray(value) ? JSON.stringify(value) : (value ?? null)
  const integrationId = integration === null ? null : found.id
  return {
    values: {
      type,
      ...nothing,
      integrationId,
      profileKey: key,
      profileOperator: operator,
      profileValue,
    },
    named: { type, operator, referent: null, integration, profileKey: key, profileValue },
  }
}

function lookUpPerson(
  condition: FolderCondition,
  path: string,
  references: References,
): LookedUp | { faults: FileFault[] } {
  const { type, email, id } = condition
  const operator = condition.operator ?? null
  if ((email === undefined) === (id === undefined))
    return fault(path, 'names a person by email or by id')
  const people =
    email === undefined
      ? personById(id ?? '', references)
      : (references.peopleByEmail.get(email) ?? [])
  const [person] = people
  if (person === undefined) {
    return email === undefined
      ? fault(`${path}.id`, 'is the id of no person')
      : fault(`${path}.email`, 'no one has this address')
  }
  if (people.length > 1) {
    return fault(
      `${path}.email`,
      `${people.length} people have this address${people.some(({ isDeleted }) => isDeleted) ? ', one of them deleted' : ''}; name the one meant by id`,
    )
  }
  return {
    values: { type, ...nothing, directoryUserId: person.id, profileOperator: operator },
    named: { type, operator, ...noNames, referent: { person: person.name } },
  }
}

function personById(id: string, { peopleById }: References): NamedReference[] {
  const person = peopleById.get(decodeId('directoryUser', id) ?? '')
  return person === undefined ? [] : [person]
}

function readByEngine({ values, named }: LookedUp, path: string): ConditionDrafting {
  const drafting = draftCondition(values, named)
  if ('draft' in drafting) return drafting
  return { faults: drafting.faults.map((each) => inFile(each, path)) }
}

/** The contract's names of fields, as the file spells them. */
const fileKeys: Record<Fault['field'], string> = {
  type: 'type',
  resource_id: 'value',
  profile_key: 'profile_key',
  profile_operator: 'operator',
  profile_value: 'value',
  conditions: 'conditions',
}

function inFile({ field, message }: Fault, path: string): FileFault {
  return { path: `${path}.${fileKeys[field]}`, message }
}

function fault(path: string, message: string): { faults: FileFault[] } {
  return { faults: [{ path, message }] }
}

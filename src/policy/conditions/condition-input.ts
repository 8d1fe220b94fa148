import { Type, type Static } from 'typebox'
import type { IdKind } from '../../contract/ids.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import { conditionOperators, conditionTypes, type ConditionType } from '../../contract/states.ts'
import { refusedCharacter } from '../../contract/text.ts'
import { readList } from '../../engine/operators.ts'
import { inSlices } from '../../http/lists/in-slices.ts'
import { unprocessable, type FieldErrors } from '../../http/refusals/problem.ts'
import { Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { resolveId, type OperationCall } from '../changes/operation-kind.ts'
import {
  draftCondition,
  type DraftCondition,
  type WrittenCondition,
} from '../stored-rules/draft-condition.ts'
import { judgePatterns } from '../model/judge-patterns.ts'
import { referentOf } from '../stored-rules/resource-id.ts'
import { refusedKey } from './policy-keys.ts'
import { loadReferents, nameCondition, type Referents } from './referents.ts'

const orAbsent =
  'For `not_equals`, `not_in` and `not_contains`: the condition also holds where the key is absent, if the person has an account there'

/** A condition as a client writes it. */
export const conditionProperties = {
  type: OneOf(conditionTypes, {
    description:
      '`attribute` asks whether a person qualifies for an attribute, `entitled_to` whether they qualify for a rule in force of a ' +
      'vendor’s resource (grace does not count), `identity` what an identity’s profile holds, the others who a person is or reports to',
  }),
  resource_id: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 64,
        description:
          'The attribute, the person, the vendor’s resource, or the integration whose identities are read; null for the primary one',
        examples: ['dratr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
      }),
    ),
  ),
  profile_key: Type.Optional(
    Nullable(
      Text(200, {
        minLength: 1,
        description: 'For `identity`: one of the integration’s policy_keys',
      }),
    ),
  ),
  profile_operator: Type.Optional(Nullable(OneOf(conditionOperators))),
  profile_value: Type.Optional(
    Nullable(
      Text(100_000, {
        description:
          'For `identity`: a text; for `in` and `not_in` a JSON array of texts; for `matches` a pattern of RE2, at most 256 characters',
      }),
    ),
  ),
  or_absent: Type.Optional(Type.Boolean({ description: orAbsent })),
}
export const ConditionInput = Shape(conditionProperties)
export type ConditionInput = Static<typeof ConditionInput>

const nouns = {
  attribute: 'active attribute',
  resource: 'active resource of a vendor',
  integration: 'integration',
  directoryUser: 'directory user',
} as const

/** A condition says the name of what it names, and how many people that is true of: what it takes to see either. */
export const permissionToName = {
  integration: profileValuePermission,
  directoryUser: 'directory.user.view',
  attribute: 'directory.attribute.view',
  resource: 'policy.rule.view',
} as const satisfies Record<keyof typeof nouns, Permission>

/** The kind of record that the `resource_id` of a condition names. */
function kindNamed(type: ConditionType): keyof typeof nouns & IdKind {
  if (type === 'attribute') return 'attribute'
  if (type === 'entitled_to') return 'resource'
  return type === 'identity' ? 'integration' : 'directoryUser'
}

/**
 * Looks up what conditions name, and asks for the permissions that naming it needs. `path` is the prefix of the
 * field in `errors`. `kept`: people and attributes (uuids) that may be gone, because the rule that is written again names them.
 * Throws 403, and 422 with all faults.
 */
export async function draftInputs(
  work: OperationCall,
  inputs: readonly ConditionInput[],
  path: (index: number) => string,
  kept: ReadonlySet<string> = new Set(),
): Promise<DraftCondition[]> {
  const { ask } = work.context
  for (const permission of permissionsToName(inputs.map(({ type }) => type))) await ask(permission)
  const written = inputs.map((input) => write(work, input))
  const referents = await loadReferents(work.tx, written)
  await judgePatterns(patternsOf(inputs))
  const errors: FieldErrors = {}
  const drafts: DraftCondition[] = []
  // A condition may list thousands of values.
  for await (const [index, values] of inSlices(written.entries())) {
    const { draft, faults } = judge(values, inputs[index], { ...referents, kept })
    for (const { field, message } of faults) (errors[`${path(index)}${field}`] ??= []).push(message)
    if (draft !== undefined) drafts.push(draft)
  }
  if (Object.keys(errors).length > 0) throw unprocessable(errors)
  return drafts
}

function patternsOf(inputs: readonly ConditionInput[]): string[] {
  return inputs.flatMap(({ profile_operator: operator, profile_value: value }) =>
    operator === 'matches' ? (value ?? []) : [],
  )
}

/** Whether the caller may name what conditions of these types name. */
export function mayName(
  { may }: Pick<OperationCall['context'], 'may'>,
  types: readonly ConditionType[],
): boolean {
  return [...permissionsToName(types)].every((permission) => may(permission))
}

/** What it takes to name what conditions of these types name. */
export function permissionsToName(types: readonly ConditionType[]): Set<Permission> {
  return new Set(types.map((type) => permissionToName[kindNamed(type)]))
}

type Naming = Omit<WrittenCondition, 'profileOperator' | 'profileValue' | 'orAbsent'>

/** Whether stored conditions can be written again: people and attributes may be gone, but integrations are there and list the keys. */
export function isWritable(conditions: readonly Naming[], referents: Referents): boolean {
  return conditions.every(
    (values) =>
      (values.integrationId === null || isThere(values, referents)) &&
      refusedKeyOf(values, referents) === null,
  )
}

function write(work: OperationCall, input: ConditionInput): WrittenCondition {
  const kind = kindNamed(input.type)
  const sent = input.resource_id ?? null
  const id = sent === null ? null : (resolveId(work, kind, sent) ?? null)
  return {
    type: input.type,
    attributeId: kind === 'attribute' ? id : null,
    integrationId: kind === 'integration' ? id : null,
    directoryUserId: kind === 'directoryUser' ? id : null,
    vendorResourceId: kind === 'resource' ? id : null,
    profileKey: input.profile_key ?? null,
    profileOperator: input.profile_operator ?? null,
    profileValue: input.profile_value ?? null,
    orAbsent: input.or_absent ?? false,
  }
}

type CheckedCondition = {
  draft?: DraftCondition
  faults: readonly { field: string; message: string }[]
}

function judge(
  values: WrittenCondition,
  input: ConditionInput | undefined,
  referents: Referents & { kept: ReadonlySet<string> },
): CheckedCondition {
  const isNamed = (input?.resource_id ?? null) !== null
  const [named = ''] = referentOf(values)
  const isKept = referents.kept.has(named)
  if (isNamed && !isKept && !isThere(values, referents)) {
    return {
      faults: [{ field: 'resource_id', message: `names no ${nouns[kindNamed(values.type)]}` }],
    }
  }
  const drafting = draftCondition(values, nameCondition(values, referents))
  if ('faults' in drafting) return drafting
  const hidden = refusedInList(values)
  if (hidden !== undefined) {
    const message = `must not contain the character ${hidden}`
    return { faults: [{ field: 'profile_value', message }] }
  }
  const refused = refusedKeyOf(values, referents)
  return refused === null
    ? { draft: drafting.draft, faults: [] }
    : { faults: [{ field: 'profile_key', message: refused }] }
}

/** A text within a list was escaped twice when the body was looked at. */
function refusedInList({ profileOperator, profileValue }: WrittenCondition): string | undefined {
  if (profileValue === null || (profileOperator !== 'in' && profileOperator !== 'not_in')) return
  return refusedCharacter(readList(profileValue).join(' '))
}

function isThere(
  values: Naming,
  { attributes, people, resources, integrations }: Referents,
): boolean {
  const { attributeId, integrationId, directoryUserId, vendorResourceId } = values
  if (attributeId !== null) return attributes.get(attributeId)?.isActive === true
  if (directoryUserId !== null) return people.get(directoryUserId)?.isDeleted === false
  if (vendorResourceId !== null) return resources.get(vendorResourceId)?.isActive === true
  return integrations.some(({ id }) => id === integrationId)
}

function refusedKeyOf(values: Naming, { integrations }: Referents): string | null {
  const { type, profileKey, integrationId } = values
  if (type !== 'identity' || profileKey === null) return null
  const integration = integrations.find(({ id, isPrimary }) =>
    integrationId === null ? isPrimary : id === integrationId,
  )
  return integration === undefined
    ? 'no integration is primary; name one as resource_id'
    : refusedKey(integration, profileKey)
}

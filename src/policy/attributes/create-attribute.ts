import { Type } from 'typebox'
import { unprocessable } from '../../http/refusals/problem.ts'
import { Name, Id } from '../../http/shapes/schema.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { foldValue, isBlankValue } from './fold-value.ts'
import { insertImported, maximumAttributes, rulesetOfAttribute } from './make-attributes.ts'
import { selectFoldedValues } from './queries.ts'
import { insertAttributes } from './write-attributes.ts'
import { findStoredDimension, type StoredDimension } from '../model/stored-dimension.ts'
import { insertRulesets } from '../rulesets/write-rulesets.ts'
import { IdOrRef, namedId, type OperationCall } from '../changes/operation-kind.ts'
import { requireReadable } from '../conditions/require-readable.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { answerAttribute } from './answer-attribute.ts'
import { DescribedAttribute } from './schema.ts'

/** What a client says of a new attribute. */
export const newAttributeProperties = {
  profile_value: Name(1000, ['Sales']),
  name: Type.Optional(Name(1000, ['Sales and Marketing'])),
}

const isTaken = { profile_value: ['is the value of another attribute of this dimension'] }
export const valueIsTaken = { attribute_dimension_id_folded_value_key: isTaken }

/** 422 for a value that another attribute of the dimension has. */
export const valueTakenProblem = () => unprocessable(isTaken)

/**
 * With a managed ruleset. In a dimension that creates attributes from values, it has the imported rule of its
 * value; otherwise its rules are written by hand. A ref names the attribute and its ruleset.
 */
export const createAttribute = policyCommand({
  op: 'create_attribute',
  id: 'createAttribute',
  method: 'POST',
  url: '/directory/attributes',
  summary: 'Make an attribute',
  description:
    'A value of a dimension, with its managed ruleset. Where the dimension makes attributes of values it gets the rule that ' +
    'such ones have, before anybody holds the value (needs `directory.identity.profile.view` too); else its rules are yours ' +
    'to write. Two spellings of one value are one attribute: 422 `errors.profile_value`.',
  needs: { permission: 'directory.attribute.manage' },
  reads: 'directory.attribute.view',
  params: {},
  body: { dimension_id: Id('dimension'), ...newAttributeProperties },
  inPlan: { dimension_id: IdOrRef('dimension') },
  creates: true,
  movesPeople: true,
  response: DescribedAttribute,
  answer: answerAttribute,
  run: async (work, { dimension_id, profile_value: value, name }) => {
    await work.context.ask('directory.attribute.manage')
    const id = namedId(work, 'dimension', 'dimension_id', dimension_id)
    const dimension = await findStoredDimension(work.tx, id)
    if (dimension?.state !== 'active')
      throw unprocessable({ dimension_id: ['names no active dimension'] })
    if (isBlankValue(value)) throw unprocessable({ profile_value: ['is blank'] })
    await refuseKnown(work, dimension, value)
    const made = await refuseTaken(insert(work, dimension, { value, name }), valueIsTaken)
    return {
      record: { kind: 'attribute', id: made.attributeId },
      also: [{ kind: 'ruleset', id: made.rulesetId }],
      reach: { rulesets: [made.rulesetId] },
    }
  },
})

type CreatedAttribute = { attributeId: string; rulesetId: string }

async function insert(
  work: OperationCall,
  { id, integrationHandle, values }: StoredDimension,
  { value, name }: { value: string; name: string | undefined },
): Promise<CreatedAttribute> {
  const { tx, now, context } = work
  const { actor } = context
  if (values.attributesEnabled) {
    await requireReadable(work, values)
    const dimension = {
      id,
      handle: values.handle,
      integration_id: values.integrationId,
      integration_handle: integrationHandle,
      profile_key: values.profileKey,
      expires_after_days: values.expiresAfterDays,
    }
    const made = await insertImported(tx, { now, actor, made: [{ dimension, value, name }] })
    return { attributeId: made.attributeIds[0] ?? '', rulesetId: made.rulesetIds[0] ?? '' }
  }
  const [attributeId = ''] = await insertAttributes(tx, actor, [{ dimensionId: id, value, name }])
  const [rulesetId = ''] = await insertRulesets(tx, actor, [rulesetOfAttribute(attributeId)])
  return { attributeId, rulesetId }
}

/** 422 for a value that is an attribute already, or too many of them. */
async function refuseKnown(
  { tx }: OperationCall,
  { id, values }: StoredDimension,
  value: string,
): Promise<void> {
  const known = (await selectFoldedValues(tx, [id])).get(id) ?? new Set()
  if (known.has(foldValue(value))) throw valueTakenProblem()
  if (known.size < maximumAttributes) return
  throw unprocessable({
    dimension_id: [
      `${values.handle} has ${known.size} values already; at most ${maximumAttributes} become attributes`,
    ],
  })
}

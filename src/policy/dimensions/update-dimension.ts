import { Type } from 'typebox'
import { makeAttributes } from '../attributes/make-attributes.ts'
import { writeDimension } from './write-dimensions.ts'
import { dimensionProperties } from './create-dimension.ts'
import { dimensionFor } from './dimension-states.ts'
import { requireReadable } from '../conditions/require-readable.ts'
import { policyCommand } from '../changes/policy-command.ts'
import { answerDimension } from './answer-dimension.ts'
import { DescribedDimension } from './schema.ts'

export const updateDimension = policyCommand({
  op: 'change_dimension',
  id: 'updateDimension',
  method: 'PATCH',
  url: '/directory/dimensions/:dimension',
  summary: 'Change a dimension',
  description:
    'Its name, its grace, and whether values become attributes. What it reads and its handle stay, because attributes rest on ' +
    'them: make another dimension instead. To enable attributes needs `directory.identity.profile.view` too.',
  needs: { permission: 'directory.dimension.manage' },
  reads: 'directory.dimension.view',
  params: { dimension: 'dimension' },
  body: {
    ...dimensionProperties,
    name: Type.Optional(dimensionProperties.name),
  },
  movesPeople: true,
  response: DescribedDimension,
  answer: answerDimension,
  run: async (work, { dimension_id, name, attributes_enabled, expires_after_days }) => {
    const { tx, now, context } = work
    const { actor } = context
    const { id, version, values: before } = await dimensionFor(work, dimension_id)
    const after = {
      ...before,
      name: name ?? before.name,
      attributesEnabled: attributes_enabled ?? before.attributesEnabled,
      expiresAfterDays:
        expires_after_days === undefined ? before.expiresAfterDays : expires_after_days,
    }
    const enables = after.attributesEnabled && !before.attributesEnabled
    if (enables) await requireReadable(work, before)
    work.requireVersion(version)
    const isSame =
      before.name === after.name &&
      before.attributesEnabled === after.attributesEnabled &&
      before.expiresAfterDays === after.expiresAfterDays
    const record = { kind: 'dimension' as const, id }
    if (isSame) return { record, reach: 'nothing' }
    await writeDimension(tx, actor, { id, before, after })
    if (!enables) return { record, reach: 'nothing' }
    const { rulesetIds } = await makeAttributes(tx, { now, actor, dimensionIds: [id] })
    return { record, reach: rulesetIds.length > 0 ? 'all' : 'nothing' }
  },
})

import { encodeId, type IdKind } from '../../contract/ids.ts'
import type { WrittenCondition } from './draft-condition.ts'

/** The id of what a condition names. */
export function resourceId(
  values: Pick<WrittenCondition, 'attributeId' | 'integrationId' | 'directoryUserId'>,
): string | null {
  return (
    encodeOrNull('attribute', values.attributeId) ??
    encodeOrNull('integration', values.integrationId) ??
    encodeOrNull('directoryUser', values.directoryUserId)
  )
}

/** The person or attribute (a uuid) that a condition names, as a list. */
export function referentOf({
  attributeId,
  directoryUserId,
}: Pick<WrittenCondition, 'attributeId' | 'directoryUserId'>): string[] {
  return [attributeId, directoryUserId].filter((id) => id !== null)
}

function encodeOrNull(kind: IdKind, id: string | null): string | null {
  return id === null ? null : encodeId(kind, id)
}

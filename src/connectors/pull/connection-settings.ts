import { Type, type TObject, type TProperties } from 'typebox'
import type { IntegrationType } from '../../contract/states.ts'

/** The settings of a connection by the type of the integration. Nothing else may be among them. */
export function ConnectionSettings<P extends TProperties>(
  type: IntegrationType,
  properties: P,
  about: { title: string; examples?: object[] },
): TObject<P> {
  return Type.Object(properties, {
    ...about,
    $id: `${type.charAt(0).toUpperCase()}${type.slice(1)}Connection`,
    description: `Of an integration of type \`${type}\``,
    additionalProperties: false,
  })
}

import { Type, type Static } from 'typebox'
import { restSettings } from '../rest/rest-settings.ts'

/** Of an Okta organisation. */
export const OktaSettings = Type.Object(restSettings, { additionalProperties: false })
export type OktaSettings = Static<typeof OktaSettings>

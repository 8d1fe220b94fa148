import type { Static } from 'typebox'
import { ConnectionSettings } from '../pull/connection-settings.ts'
import { restSettings } from '../rest/rest-settings.ts'

/** Of an Okta organisation. */
export const OktaSettings = ConnectionSettings('okta', restSettings, { title: 'Okta' })
export type OktaSettings = Static<typeof OktaSettings>

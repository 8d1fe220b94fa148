import { noticeSettingAbilities } from './notices/settings/abilities.ts'
import { webhookAbilities, webhookAttemptAbilities } from './events/webhooks/abilities.ts'
import { incidentAbilities } from './incidents/abilities.ts'
import { identityAbilities } from './directory/links/abilities.ts'
import { directoryUserAbilities } from './directory/users/abilities.ts'
import type { KindAbilities } from './http/reads/abilities.ts'
import { attributeAbilities } from './policy/attributes/abilities.ts'
import { dimensionAbilities } from './policy/dimensions/abilities.ts'
import { planAbilities } from './policy/plans/abilities.ts'
import { conditionAbilities, ruleAbilities } from './policy/rules/abilities.ts'
import { rulesetAbilities, rulesetAdminAbilities } from './policy/rulesets/abilities.ts'
import { settingsAbilities } from './policy/settings/abilities.ts'
import { integrationAbilities, scimSecretAbilities } from './workspace/integrations/abilities.ts'
import { roleAbilities } from './workspace/roles/abilities.ts'
import { serviceAbilities, serviceAdminAbilities } from './workspace/services/abilities.ts'
import {
  sessionAbilities,
  tokenAbilities,
  workspaceUserAbilities,
} from './workspace/users/abilities.ts'

/** What `include=abilities` says of each kind of record that has actions. */
export const abilities: readonly KindAbilities[] = [
  directoryUserAbilities,
  identityAbilities,
  dimensionAbilities,
  attributeAbilities,
  settingsAbilities,
  rulesetAbilities,
  rulesetAdminAbilities,
  ruleAbilities,
  conditionAbilities,
  planAbilities,
  incidentAbilities,
  workspaceUserAbilities,
  tokenAbilities,
  sessionAbilities,
  serviceAbilities,
  serviceAdminAbilities,
  roleAbilities,
  integrationAbilities,
  scimSecretAbilities,
  webhookAbilities,
  webhookAttemptAbilities,
  noticeSettingAbilities,
]

import { Id, Instant, Shape, Text } from '../../http/schema.ts'
import { settingsProperties } from './operations/change-settings.ts'

/** The defaults of the workspace. */
export const PolicySettings = Shape(
  {
    id: Id('policySettings'),
    ...settingsProperties,
    timestamp: Shape({ updated_at: Instant }),
    links: Shape({
      self: Text(2000, { examples: ['https://muster.example/api/v1/policy/settings'] }),
    }),
  },
  { $id: 'PolicySettings' },
)

import { Id, Instant, Shape, Text } from '../../http/schema.ts'
import { settingsProperties } from './operations/change-settings.ts'

/** What holds in the workspace wherever nothing nearer is said. */
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

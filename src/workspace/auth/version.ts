import { build } from '../../database/build.ts'
import { readRoute } from '../../http/route/route.ts'
import { Nullable, Shape, Text } from '../../http/shapes/schema.ts'

export const version = readRoute({
  id: 'version',
  url: '/auth/version',
  summary: 'Ask which version answers',
  description:
    'The program’s name and version, the commit that it runs from (null outside of a checkout), the newest migration that it knows, and the version of this API. It touches no database.',
  access: 'public',
  response: Shape({
    name: Text(100, { examples: ['muster'] }),
    version: Text(50, { examples: ['0.1.0'] }),
    commit: Nullable(Text(64, { examples: ['5d0bd5a1c1a54cf1f5e2b4c8a54a1bd4b3f1d0a7'] })),
    schema: Text(100, { examples: ['0068-schema-requires'] }),
    api_version: Text(10, { examples: ['v1'] }),
  }),
  handler: async () => ({
    name: 'muster',
    ...build(),
    api_version: 'v1',
  }),
})

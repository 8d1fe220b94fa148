import packageJson from '../../../package.json' with { type: 'json' }
import { readRoute } from '../../http/route.ts'
import { Empty, Shape, Text } from '../../http/schema.ts'

export const version = readRoute({
  id: 'version',
  method: 'GET',
  url: '/auth/version',
  tag: 'auth',
  summary: 'Ask which version answers',
  description:
    'The program’s name and version, and the version of this API. It touches no database.',
  access: 'public',
  params: {},
  query: Empty,
  status: 200,
  response: Shape({
    name: Text(100, { examples: ['muster'] }),
    version: Text(50, { examples: ['0.1.0'] }),
    api_version: Text(10, { examples: ['v1'] }),
  }),
  handler: async () => ({
    name: packageJson.name,
    version: packageJson.version,
    api_version: 'v1',
  }),
})

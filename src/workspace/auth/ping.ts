import { Type } from 'typebox'
import { readRoute } from '../../http/route/route.ts'
import { Empty, Shape } from '../../http/shapes/schema.ts'

export const ping = readRoute({
  id: 'ping',
  method: 'GET',
  url: '/auth/ping',
  tag: 'auth',
  summary: 'Ask whether the API answers',
  description: 'Answers `pong` to anybody. It touches no database.',
  access: 'public',
  params: {},
  query: Empty,
  status: 200,
  response: Shape({ message: Type.String({ maxLength: 20, examples: ['pong'] }) }),
  handler: async () => ({ message: 'pong' }),
})

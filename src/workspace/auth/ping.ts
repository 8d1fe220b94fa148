import { Type } from 'typebox'
import { readRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'

export const ping = readRoute({
  id: 'ping',
  url: '/auth/ping',
  summary: 'Ask whether the API answers',
  description: 'Answers `pong` to anybody. It touches no database.',
  access: 'public',
  response: Shape({ message: Type.String({ maxLength: 20, examples: ['pong'] }) }),
  handler: async () => ({ message: 'pong' }),
})

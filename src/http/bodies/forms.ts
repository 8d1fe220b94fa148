import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest } from '../refusals/problem.ts'

export const formType = 'application/x-www-form-urlencoded'

/** Adds routes whose bodies may be forms too: they become objects of texts. Elsewhere a form is 415. */
export function takeForms(
  server: FastifyInstance,
  register: (scope: FastifyInstance) => void,
): void {
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      formType,
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => fieldsOf(body),
    )
    register(scope)
  })
}

function fieldsOf(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)]
  const names = new Set(fields.map(([name]) => name))
  if (names.size < fields.length) throw badRequest('The form has a field twice.')
  return Object.fromEntries(fields)
}

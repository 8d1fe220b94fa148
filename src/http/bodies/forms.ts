import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, WrongGrant } from '../refusals/problem.ts'

export const formType = 'application/x-www-form-urlencoded'

/**
 * Adds routes whose bodies may be forms too: they become objects of these fields. What is empty or unknown counts as left out
 * (RFC 6749, 3.2). Elsewhere a form is 415.
 */
export function takeForms(
  server: FastifyInstance,
  known: readonly string[],
  register: (scope: FastifyInstance) => void,
): void {
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      formType,
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => fieldsOf(body, known),
    )
    register(scope)
  })
}

function fieldsOf(text: string, known: readonly string[]): Record<string, string> {
  const fields = [...new URLSearchParams(text)].filter(
    ([name, value]) => value !== '' && known.includes(name),
  )
  const names = new Set(fields.map(([name]) => name))
  if (names.size < fields.length)
    throw new WrongGrant('invalid_request', 'The form has a field twice.')
  return Object.fromEntries(fields)
}

/** Reads a body: what is wrong with a form is 400 with its code of RFC 6749, 5.2, as who sends one expects. */
export function readGrant<T>({ headers }: Pick<FastifyRequest, 'headers'>, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const isForm = headers['content-type']?.trim().toLowerCase().startsWith(formType) === true
    if (!isForm || !(error instanceof Problem) || error.errors === undefined) throw error
    const code = 'grant_type' in error.errors ? 'unsupported_grant_type' : 'invalid_request'
    throw new WrongGrant(code, error.message)
  }
}

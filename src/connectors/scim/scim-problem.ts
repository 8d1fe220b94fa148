import { Problem } from '../../http/refusals/problem.ts'
import { scimPrefix, type Protocol } from '../../http/route/protocol.ts'
import { urns } from './attributes.ts'

/** The detail errors of RFC 7644, table 9, and of RFC 9865. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'
  | 'invalidCursor'
  | 'invalidCount'

/** A failure that SCIM has a word for. */
export class ScimProblem extends Problem {
  readonly scimType: ScimType

  constructor(status: number, scimType: ScimType, message: string) {
    super(status, message)
    this.scimType = scimType
  }
}

export function invalidValue(message: string): ScimProblem {
  return new ScimProblem(400, 'invalidValue', message)
}

export function invalidSyntax(message: string): ScimProblem {
  return new ScimProblem(400, 'invalidSyntax', message)
}

export function invalidFilter(message: string): ScimProblem {
  return new ScimProblem(400, 'invalidFilter', message)
}

export function invalidPath(message: string): ScimProblem {
  return new ScimProblem(400, 'invalidPath', message)
}

/** RFC 7644, section 3.12. */
export function errorBody(problem: Problem): object {
  const scimType = scimTypeOf(problem)
  return {
    schemas: [urns.error],
    status: String(problem.status),
    ...(scimType !== undefined && { scimType }),
    detail: problem.message,
  }
}

/** What the frame refuses with 400 is a body that can't be read. */
function scimTypeOf(problem: Problem): ScimType | undefined {
  if (problem instanceof ScimProblem) return problem.scimType
  return problem.status === 400 ? 'invalidSyntax' : undefined
}

/** SCIM, below the address of an integration. Bodies may come as application/json too. */
export const scimProtocol: Protocol = {
  prefix: scimPrefix,
  mediaType: 'application/scim+json',
  ignoresCaseOfKeys: true,
  keepsNumbers: true,
  failure: errorBody,
}

/** A few lines that say what went wrong and what to do; our own errors say so already. */
export function explainError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return explainError(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return explainFile(error) ?? explainDatabase(error) ?? error.message
}

/** What the system and PostgreSQL put on their errors. */
type SystemError = Error & {
  code?: unknown
  path?: unknown
  syscall?: unknown
  address?: unknown
  port?: unknown
  hostname?: unknown
}

const fileFaults: Record<string, string> = {
  ENOENT: 'There is no file',
  ENOTDIR: 'There is no file',
  EISDIR: 'This is a directory, not a file:',
  EACCES: 'The system does not let us use',
  EPERM: 'The system does not let us use',
  ENOSPC: 'The disk is full:',
}

function explainFile({ code, path, syscall }: SystemError): string | undefined {
  if (typeof code !== 'string' || syscall === 'connect') return undefined
  const fault = fileFaults[code]
  if (fault === undefined || typeof path !== 'string') return undefined
  return `${fault} ${path}.`
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
const refusals = new Set(['28P01', '28000', '3D000', '53300', '57P03'])

function explainDatabase(error: SystemError): string | undefined {
  const { code, syscall } = error
  if (typeof code !== 'string') return undefined
  const advice = 'Check --database-url or MUSTER_DATABASE_URL.'
  if (refusals.has(code)) return `The database refuses us: ${error.message}. ${advice}`
  const isNetwork = syscall === 'connect' || syscall === 'getaddrinfo' || syscall === 'read'
  if (!isNetwork || !unreachable.has(code)) return undefined
  return `The database does not answer (${error.message}). Does it run there? ${advice}`
}

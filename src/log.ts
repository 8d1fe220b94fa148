import { pino, type DestinationStream, type Logger } from 'pino'

const secrets = ['authorization', 'cookie', 'token', 'secret', 'password']
const depths = ['', '*.', '*.*.', '*.*.*.']
const tokens = /\bmst_[a-z][0-9A-Za-z]{8,}/g

/**
 * The structured log of a process: one JSON object per line, on standard output unless another destination is
 * given. Members named like secrets are censored, and any text that looks like a token is removed. `level` is one
 * of pino's: fatal, error, warn, info, debug, trace or silent.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: depths.flatMap((depth) => secrets.map((name) => depth + name)),
        censor: '[secret]',
      },
      serializers: { err: presentError },
      hooks: { streamWrite: (line) => line.replace(tokens, 'mst_[secret]') },
    },
    destination ?? pino.destination(1),
  )
}

/** The fields that help to find the cause. PostgreSQL's `detail` and `where` quote rows, so they are left out. */
function presentError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const facts = { type: error.name, message: error.message, stack: error.stack }
  const known = ['code', 'constraint', 'table', 'column'].flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? [[name, value]] : []
  })
  const cause = error.cause === undefined ? {} : { cause: presentError(error.cause) }
  return { ...facts, ...Object.fromEntries(known), ...cause }
}

import { pino, type DestinationStream, type Logger } from 'pino'

const secrets = ['authorization', 'cookie', 'token', 'secret', 'password']
const depths = ['', '*.', '*.*.', '*.*.*.']
const tokens = /\bmst_[a-z][0-9A-Za-z]{8,}/g

/**
 * The structured log of a process: one JSON object per line, on standard output unless another destination is
 * given. Members named like secrets are censored, and any text that looks like a token is removed. `level` is one
 * of pino's: fatal, error, warn, info, debug, trace or silent. `fields` are added to each line.
 */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  fields?: () => Record<string, string>,
): Logger {
  return pino(
    {
      ...(fields !== undefined && { mixin: fields }),
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

const debugMinutes = 10

/**
 * Lets an operator see more for a while without a restart: SIGUSR2 makes the level of this process `debug` for ten minutes, and
 * the next one ends that before.
 */
export function debugOnSignal(log: Logger): void {
  const usual = log.level
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(timer)
    timer = undefined
    log.info(`the log level is ${usual} again`)
    log.level = usual
  }
  process.on('SIGUSR2', () => {
    if (timer !== undefined) return end()
    log.level = 'debug'
    log.info(`the log level is debug for ${debugMinutes} minutes; SIGUSR2 ends that`)
    timer = setTimeout(end, debugMinutes * 60_000).unref()
  })
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

/** One request to a child process and its answer, as JSON text: a channel carries it the same in every Node. */
type Question = { number: number; command: string; input: unknown }
export type Answer = { number: number; output?: unknown; failure?: string }

export function readJson<T>(text: unknown): T {
  const value: T = JSON.parse(typeof text === 'string' ? text : 'null')
  return value
}

/** Answers the parent's commands until it closes the channel; then `stop` runs. */
export function answerParent(
  commands: Record<string, (input: string) => Promise<unknown>>,
  stop: () => Promise<void> = async () => undefined,
): void {
  process.on('message', (text: unknown) => {
    const { number, command, input } = readJson<Question>(text)
    void answer(commands[command], JSON.stringify(input ?? null)).then((said) =>
      process.send?.(JSON.stringify({ number, ...said })),
    )
  })
  process.once('disconnect', () => {
    void stop().finally(() => process.exit())
  })
  // A Ctrl-C reaches the whole group; the parent ends its children in order.
  process.on('SIGINT', () => undefined)
}

async function answer(
  command: ((input: string) => Promise<unknown>) | undefined,
  input: string,
): Promise<{ output?: unknown; failure?: string }> {
  try {
    if (command === undefined) throw new Error('no such command')
    return { output: await command(input) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

import { startChild, type Child } from './child.ts'
import type { MusterOptions } from './muster-server.ts'
import { unpinned, type Core, type Placement } from './placement.ts'

/** Starts a Muster in a process of its own, as in production, on a database. */
export async function startMusterServer(
  {
    cacheMegabytes = 64,
    poolSize = 10,
    ...options
  }: Partial<MusterOptions> & { databaseUrl: string },
  { placement = unpinned, core = 'any' }: { placement?: Placement; core?: Core } = {},
): Promise<{ child: Child; origin: string }> {
  const child = startChild(placement, core, new URL('./muster-server.ts', import.meta.url))
  try {
    const given: MusterOptions = { ...options, cacheMegabytes, poolSize }
    return { child, origin: await child.ask<string>('start', given) }
  } catch (error) {
    await child.stop()
    throw error
  }
}

import { barePath, type Original } from '../processes/bare-http.ts'
import type { Side } from '../rows/in-turns.ts'
import { readSample, type Muster } from './muster.ts'
import { socketSide } from './socket-side.ts'
import { onStage, type Stage } from './stage.ts'

const file = new URL('../processes/bare-http.ts', import.meta.url)

/** Bare node:http that sends the bytes and headers that this Muster sends for these paths; reading them warms Muster. */
export async function bareSide(
  stage: Stage,
  muster: Muster,
  paths: readonly string[] = muster.world.paths,
): Promise<Side> {
  const { token } = muster.world
  const child = onStage(stage, 'server', file)
  stage.turns.say(`Reading what ${paths.length.toLocaleString('en')} describes say …`)
  const original: Original = { origin: muster.origin, token, paths }
  const port = await child.ask<number>('repeat', original)
  const expected = await readSample(muster, paths)
  const load = { protocol: 'http', port, token, paths: paths.map(barePath) } as const
  const name = 'bare node:http'
  return socketSide(stage, { name, pid: child.pid, load, expected, fromMemory: true })
}

import type { Side } from '../rows/in-turns.ts'
import { socketSide } from '../stage/socket-side.ts'
import type { Stage } from '../stage/stage.ts'
import type { World } from '../world/open-world.ts'
import { readEntries } from './entries.ts'
import type { SlapdFiles } from './find-slapd.ts'
import { startSlapd } from './start-slapd.ts'

/** A slapd of our own, on the server's core, over the same people; it ends with the row. */
export async function slapdSide(stage: Stage, world: World, files: SlapdFiles): Promise<Side> {
  stage.turns.say(`Loading ${world.people.toLocaleString('en')} entries into OpenLDAP …`)
  const entries = await readEntries(world)
  const { placement } = stage
  const { pid, port, stop } = await startSlapd(entries, { files, placement })
  stage.atEnd(stop)
  return socketSide(stage, {
    name: 'OpenLDAP entry read',
    pid,
    fromMemory: true,
    load: { protocol: 'ldap', port, names: entries.map(({ name }) => name) },
    expected: entries
      .slice(0, 64)
      .map(({ name }, index) => [index, Buffer.from(name).toString('base64')]),
  })
}

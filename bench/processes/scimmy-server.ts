import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import express from 'express'
import { Resources, Types } from 'scimmy'
import { SCIMMYRouters } from 'scimmy-routers'
import { freePort } from '../../src/http/free-port.ts'
import { answerParent } from './child.ts'

type Named = { id?: string }

const host = '127.0.0.1'
const users = new Map<string, object>()
let server: Server | undefined

/** A SCIM server over a Map: nothing is matched, decided, recorded or written to a disk. */
async function start(): Promise<string> {
  Resources.declare(Resources.User, {
    ingress: (resource: Named, data: object) => {
      const id = resource.id ?? randomUUID()
      const meta = { resourceType: 'User', created: new Date().toISOString() }
      const stored = { ...data, id, meta }
      users.set(id, stored)
      return stored
    },
    egress: (resource: Named) => {
      if (resource.id === undefined) return [...users.values()]
      const found = users.get(resource.id)
      if (found === undefined) throw new Types.Error(404, '', 'There is no such user.')
      return found
    },
    degress: (resource: Named) => void users.delete(resource.id ?? ''),
  })
  const app = express()
  app.use('/scim', new SCIMMYRouters({ type: 'bearer', handler: () => 'bench' }))
  const port = await freePort(host, 0)
  const { promise, resolve } = Promise.withResolvers<void>()
  server = app.listen(port, host, () => resolve())
  await promise
  return `http://${host}:${port}/scim`
}

answerParent({ start }, async () => void server?.close())

import { newKey } from '../../database/secrets/secret-keys.ts'
import { fakeOkta } from './fake-okta.fixture.ts'
import { faultyTransport, noFaults } from '../../../test/vendors/faulty-transport.ts'
import { Seeded } from '../../../test/vendors/seeded.ts'
import { serveVendor } from '../../../test/vendors/serve-vendor.ts'
import { VendorWorld } from '../../../test/vendors/vendor-world.ts'

/** An Okta with 40 people and 8 groups, which counts its requests, and the settings of a server that may reach it. */
export async function servedOkta() {
  const served = await serveVendor()
  const random = new Seeded(1)
  const world = new VendorWorld(random, { people: 40, groups: 8, roles: ['member'] })
  const okta = { fake: fakeOkta, world, random, faults: noFaults, die: () => undefined }
  const { send, close } = faultyTransport(okta)
  const asked = { requests: 0 }
  served.serve({
    close,
    send: (request) => {
      asked.requests += 1
      return send(request)
    },
  })
  const ring = { current: newKey(), former: [] }
  return {
    ...served,
    asked,
    settings: {
      secretKeys: { load: async () => ring, file: null },
      connectorHosts: [{ host: served.host, port: served.port }],
    },
  }
}

import { after, test } from 'node:test'
import { missingServer } from '../../../test/directories/running-server.ts'
import { closingAfter } from '../../../test/harness.ts'
import { checkImport } from '../../../test/vendors/check-import.ts'
import { checkedGithub } from '../../../test/vendors/checked-github.ts'
import { serveVendor } from '../../../test/vendors/serve-vendor.ts'

const skip = missingServer('openssl', ['openssl'])
const served = skip === undefined ? await serveVendor() : undefined
after(() => served?.close())

for (let seed = 1; seed <= 2; seed += 1)
  test(
    `people and groups of GitHub are imported through its faults (seed ${seed})`,
    { skip },
    async () => {
      if (served === undefined) return
      await closingAfter(() => checkImport(seed, checkedGithub, served))
    },
  )

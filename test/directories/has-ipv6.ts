import { networkInterfaces } from 'node:os'

/** False where a server may listen at ::1, else why not. */
export const missingIpv6: false | string = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)
  ? false
  : 'this machine has no ::1'

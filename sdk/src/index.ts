export {
  createMuster,
  type Answer,
  type Body,
  type InitArgument,
  type ListPath,
  type Muster,
  type MusterOptions,
  type PathOf,
  type RowOf,
} from './client.ts'
export { MusterError } from './muster-error.ts'
export { planIdOf } from './plan-id.ts'
export type { components, paths } from './gen/api.ts'

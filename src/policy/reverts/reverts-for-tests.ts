import { planServer, type PlanServer } from '../plans/plans-for-tests.ts'

export type RevertServer = PlanServer & {
  /** Plans and applies operations. @returns the id of the plan */
  applied: (...operations: object[]) => Promise<string>
  /** The plan that undoes a plan. */
  revert: (id: string) => Promise<Awaited<ReturnType<PlanServer['read']>>>
  /** Why a plan can't be undone. */
  refused: (id: string) => Promise<string>
}

export async function revertServer(): Promise<RevertServer> {
  const server = await planServer()
  const answer = async (status: number, id: string) =>
    (await server.expect(status, 'POST', `/policy/plans/${id}/revert`)).body
  return Object.assign(server, {
    applied: async (...operations: object[]) => {
      const { id } = (await server.plan(operations)).body
      await server.apply(id)
      return id
    },
    revert: (id: string) => answer(201, id),
    refused: async (id: string) => (await answer(409, id)).message,
  })
}

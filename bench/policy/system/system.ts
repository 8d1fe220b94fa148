import type { Client } from 'pg'
import type { Child } from '../../processes/child.ts'
import type { Api } from './api.ts'

/** A Muster of its own process over the demo's organisation, with its API and its database's owner. */
export type System = { people: number; child: Child; api: Api; owner: Client; peopleExport: string }

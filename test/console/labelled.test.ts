import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelled } from '../../console/src/pages/connect/labelled.ts'

const labels = new Map([
  ['start_tls', 'Use StartTLS'],
  ['allow_unencrypted', 'Without encryption'],
  ['ca', 'Certificates'],
])

test('a sentence of the server names settings as the form does', () => {
  assert.equal(
    labelled(labels, 'Put it into `ca`, or set start_tls; or set `allow_unencrypted=true`.'),
    'Put it into “Certificates”, or set “Use StartTLS”; or set “Without encryption”.',
  )
})

test('words of a sentence, and settings that have no field, stay as they are', () => {
  for (const sentence of ['Set `reads_repositories=false` or team_id.', 'What a ca is.'])
    assert.equal(labelled(labels, sentence), sentence)
})

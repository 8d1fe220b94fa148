import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from './running-server.ts'

/** An authority, and a certificate of it for `localhost` and an address, as PEM files in a folder. */
export async function makeCertificates(folder: string, address: string) {
  const file = (name: string) => join(folder, name)
  const [caKey, ca, key] = [file('ca-key.pem'), file('ca.pem'), file('key.pem')]
  const [request, certificate] = [file('request.pem'), file('cert.pem')]
  const extensions = file('extensions')
  const fresh = ['-newkey', 'rsa:2048', '-nodes', '-subj']
  runProgram('openssl', [
    'req',
    '-x509',
    ...fresh,
    '/CN=Test authority',
    '-keyout',
    caKey,
    '-out',
    ca,
    '-days',
    '2',
  ])
  runProgram('openssl', ['req', ...fresh, '/CN=localhost', '-keyout', key, '-out', request])
  await writeFile(extensions, `subjectAltName=DNS:localhost,IP:${address}\n`)
  runProgram('openssl', [
    'x509',
    '-req',
    '-in',
    request,
    '-CA',
    ca,
    '-CAkey',
    caKey,
    '-CAcreateserial',
    '-out',
    certificate,
    '-days',
    '2',
    '-extfile',
    extensions,
  ])
  await chmod(key, 0o600)
  return { ca: await readFile(ca, 'utf8'), caFile: ca, key, certificate }
}

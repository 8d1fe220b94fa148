// The health check of the container: ends with 0 if the server can serve, like /readyz.

const port = process.env['MUSTER_PORT'] ?? '8600'
const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch((error: unknown) => {
  console.error(error instanceof Error ? `${error.message}: ${String(error.cause)}` : error)
})
if (response !== undefined) console.log(response.status, await response.text())
process.exitCode = response?.ok === true ? 0 : 1

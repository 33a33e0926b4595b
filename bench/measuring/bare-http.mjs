/** Common functions of the bare servers: JSON responses, and printing of the URL. */

/**
 * @param {import("node:http").ServerResponse} response
 * @param {unknown} value
 */
export function answer(response, value) {
  const body = JSON.stringify(value);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

/**
 * Listens on any free local port, and prints the URL.
 * @param {import("node:http").Server} server
 */
export async function listenAndTell(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}`);
}

/**
 * The id in the URL of a space; undefined for the URL of a list.
 * @param {import("node:http").IncomingMessage} request
 */
export function idIn({ url }) {
  return /^\/v1\/spaces\/([\w-]+)$/.exec(url ?? "")?.[1];
}

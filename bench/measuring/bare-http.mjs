/** What the bare servers have in common: an answer in JSON, and an address that is told once they listen. */

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
 * Listens at any free port of this machine, and prints its address.
 * @param {import("node:http").Server} server
 */
export async function listenAndTell(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}`);
}

/**
 * The id in the address of one space; undefined for the address of a list.
 * @param {import("node:http").IncomingMessage} request
 */
export function idIn({ url }) {
  return /^\/v1\/spaces\/([\w-]+)$/.exec(url ?? "")?.[1];
}

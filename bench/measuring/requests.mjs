/** Requests of a measurement to a platform over HTTP. */

/** @typedef {{ status: number, value: any }} Answered */
/** @typedef {(request: string, body?: unknown) => Promise<Answered>} Ask "POST /spaces", with a body as JSON */

/**
 * @param {{ url: string, token: string }} platform
 * @returns {Ask}
 */
export function asker({ url, token }) {
  return async (request, body) => {
    const [method, path] = request.split(" ");
    const response = await fetch(`${url}/v1${path}`, {
      method: method ?? "GET",
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, value: text === "" ? undefined : JSON.parse(text) };
  };
}

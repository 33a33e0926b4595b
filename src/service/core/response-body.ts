/** Bodies of responses that arrive in parts. */

/** Ends a body that nothing reads, so that its source is closed. */
export async function discardBody(body: AsyncIterable<unknown>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}

/**
 * Operations that an agent may only perform after its user confirmed them: deletions, transfers and
 * publications.
 */
import { type Endpoint, getMethod, matchEndpoint } from "./endpoint.ts";

/** Words in the names of operations. */
const finalWords: ReadonlySet<string> = new Set([
  ...["delete", "remove", "purge", "revoke"],
  ...["transfer", "publish", "unpublish", "merge"],
]);

export function isFinalOperation(endpoint: Endpoint): boolean {
  const words = endpoint.operation.split(/(?=[A-Z])/);
  return (
    getMethod(endpoint) === "DELETE" || words.some((word) => finalWords.has(word.toLowerCase()))
  );
}

/** Values of the field `visibility` that show content to everyone. */
const open: ReadonlySet<unknown> = new Set(["public", "unlisted"]);

/**
 * Whether a request performs such an operation, or opens a published resource to everyone.
 * @param path below `/v1`, without the query
 */
export async function isFinalRequest(
  method: string,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (method === "DELETE") return true;
  if (method !== "POST" && open.has(body.visibility)) return true;
  const { everyOperation } = await import("./every-operation.ts");
  const match = matchEndpoint(everyOperation, method, path);
  return match !== undefined && isFinalOperation(match.endpoint);
}

/**
 * Operations that the hosted platform has and the local platform does not, so that the response to
 * a request for one can name it.
 */
import type { Method } from "../../contract/endpoint.ts";
import { createPaths } from "./pipeline/path-table.ts";

export interface Absent {
  readonly method: Method;
  /** Path below `/v1`, with its `{names}`. */
  readonly path: string;
  readonly operation: string;
}

/** At present, every published operation is answered, if only with 501 and the reason. */
export const absent: readonly Absent[] = [];

const paths = createPaths<string>();
for (const { method, path, operation } of absent) paths.add(method, `/v1${path}`, operation);

/**
 * @param parts decoded segments of the path
 * @returns the name of the operation; undefined if the path is unknown to both platforms
 */
export function findAbsentOperation(method: string, parts: readonly string[]): string | undefined {
  return paths.find(method === "HEAD" ? "GET" : method, parts)?.value;
}

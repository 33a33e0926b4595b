/** Handlers of operations that run the script of an integration. */

import { renderRequest } from "../../../../contract/integration-script.model.ts";
import type * as contract from "../../../../contract/integration-script.ts";
import { ApiError } from "../../../../errors.ts";
import type { Handlers } from "../../../core/handlers.ts";
import { decompress } from "./lz-string.ts";
import { renderComponent } from "./render.ts";
import { queueTask } from "./tasks.ts";

/** In characters. */
const longestRequest = 256 * 1024;

export const handlers = {
  render({ integrationName, ...request }, call) {
    return renderComponent(call, integrationName, request);
  },

  async queueTask({ integrationName, task, schedule = 0 }, call) {
    await queueTask(call, integrationName, { task, schedule });
    return undefined;
  },

  renderByGet({ integrationName, request }, call) {
    return renderComponent(call, integrationName, readRequest(request));
  },
} satisfies Handlers<typeof contract>;

/** @throws ApiError 400 */
function readRequest(text: string) {
  const json = decompress(text, longestRequest);
  const result = renderRequest.safeParse(parseJson(json));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const reason =
    json === undefined
      ? "must be JSON that is compressed with LZ-string"
      : `contains an invalid value at ${issue?.path.join(".") || "its root"}`;
  throw new ApiError(400, `request ${reason}.`, { field: "request" });
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** Requests of a plan in a dry run, which are printed and not sent. */
import type { ApiClient, Context } from "../../context.ts";
import { getMethod } from "../../contract/endpoint.ts";
import { objectIn } from "../../json/values.ts";
import { ApplyRun } from "./carry-out.ts";
import { phases } from "./order.ts";
import type { FilesPlan } from "./step.ts";
import { toJson } from "./thing.ts";

type StepRequest = ReturnType<ApiClient["describe"]>;

/** Created resources get placeholder ids such as `new-1`, because the platform assigns the real ones. */
export async function fetchRequests(
  context: Context,
  client: ApiClient,
  plan: FilesPlan,
): Promise<readonly StepRequest[]> {
  const reader = await context.client({ lookup: true });
  const requests: StepRequest[] = [];
  let made = 0;
  const describing: ApiClient = {
    ...client,
    pages: (endpoint, input, start) => reader.pages(endpoint, input, start),
    async call(endpoint, input) {
      if (getMethod(endpoint) === "GET") return reader.call(endpoint, input);
      requests.push(client.describe(endpoint, input));
      const id = () => `new-${++made}`;
      const value = {
        ...objectIn(toJson(input)),
        id: id(),
        users: [id()],
        siteSpaces: [{ object: "site-space", id: id() }],
      };
      return { status: 200, value, requestId: undefined, headers: {} };
    },
  };
  const ids = plan.ids.copy();
  const run = new ApplyRun({ ...plan, ids }, describing, undefined, undefined, () => {});
  for (const phase of phases) await run.carryOut(phase);
  return requests;
}

/** Use of AI features in an organization, by default in the last 30 days. */
import type { Context, Result } from "../../context.ts";
import * as contract from "../../contract/ai-usage.ts";
import type { Input } from "../../contract/endpoint.ts";
import { asObject, asObjects } from "../../json/values.ts";

type UsageInput = Input<typeof contract.get>;

export async function showUsage(context: Context, input: UsageInput): Promise<Result> {
  const client = await context.client();
  const record = asObject((await client.call(contract.get, input)).value);
  return {
    list: [asObjects(record.periods)],
    columns: [
      { header: "PERIOD", path: "date" },
      { header: "CREDITS", path: "credits", as: "number" },
      { header: "FEATURES", path: "features.feature", as: "list", wide: true },
    ],
    none: "No periods.",
    order: "Oldest first.",
  };
}

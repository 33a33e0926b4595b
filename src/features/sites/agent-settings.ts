/** Agent settings of a site: change some of them. */
import type { Context, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/site-agent.ts";
import { UsageError } from "../../errors.ts";
import { asObject } from "../../json/values.ts";
import { send } from "../organization-files/writing/send.ts";

type AgentSettings = Input<typeof contract.put>;

interface AgentSettingsInput {
  readonly organizationId: string;
  readonly siteId: string;
  readonly scans?: AgentSettings["scans"]["topics"];
  readonly changeRequests?: AgentSettings["findings"]["changeRequests"];
  readonly text?: AgentSettings["editing"]["customInstructions"];
  readonly file?: AgentSettings["editing"]["customInstructions"];
}

const columns = [
  { header: "TOPIC SCANS", path: "scans.topics" },
  { header: "CHANGE REQUESTS", path: "findings.changeRequests" },
  { header: "UPDATED", path: "updatedAt", as: "time" },
  { header: "UPDATED BY", path: "updatedBy" },
] as const;

/** The API replaces all settings at once, so the others are read first. */
export async function update(
  context: Context,
  { organizationId, siteId, scans, changeRequests, text, file }: AgentSettingsInput,
): Promise<Result> {
  if (text !== undefined && file !== undefined) {
    throw new UsageError(
      "--instructions cannot be combined with --instructions-file.",
      "tome site agent update --help",
    );
  }
  const instructions = text ?? file;
  if ([scans, changeRequests, instructions].every((one) => one === undefined)) {
    throw new UsageError(
      "Specify at least one of --topic-scans, --change-requests and --instructions-file.",
      "tome site agent update --help",
    );
  }
  const client = await context.client();
  const at = { organizationId, siteId };
  const current = asObject((await client.call(contract.get, at)).value);
  const record = await send(client, contract.put, {
    ...at,
    scans: scans === undefined ? current.scans : { topics: scans },
    findings: changeRequests === undefined ? current.findings : { changeRequests },
    editing: instructions === undefined ? current.editing : { customInstructions: instructions },
  });
  return {
    done: "Changed the agent settings.",
    record,
    columns,
  };
}

/** Requests of a dry run as curl commands, which read the token from a variable. */
import type { RequestDescription } from "../../client/client.ts";
import type { ResolvedSettings } from "../../context.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { quoteLiterally } from "../../json/shell-word.ts";
import { localAddress } from "../../settings/resolve.ts";

/** The commands for a POSIX shell, each with a line for every option. */
export function formatCurlCommands(requests: readonly RequestDescription[]): string {
  return requests.map((request) => `${formatCurlCommand(request)}\n`).join("");
}

function formatCurlCommand({ method, url, headers = {}, body }: RequestDescription): string {
  const first = method === "HEAD" ? "curl --head" : `curl --request ${method}`;
  const isJson = body !== undefined && typeof body !== "string";
  const all = { ...(isJson && { "content-type": "application/json" }), ...headers };
  return [
    `${first} ${quoteLiterally(url)}`,
    // Double quotes, so that the shell inserts the value.
    '--header "authorization: Bearer $TOME_TOKEN"',
    ...Object.entries(all).map(
      ([name, value]) => `--header ${quoteLiterally(`${name}: ${value}`)}`,
    ),
    ...(body === undefined
      ? []
      : [`--data-raw ${quoteLiterally(isJson ? writeJson(body) : body)}`]),
  ].join(" \\\n  ");
}

/** The requirements of the commands, as sentences. */
export function describeCurlTarget({ local }: Pick<ResolvedSettings, "local">): string {
  return local
    ? `The commands read the token from the variable TOME_TOKEN. curl cannot reach ${localAddress}, which exists only within tome: start a server with tome serve, and create a token with tome local token create.`
    : "The commands read the token from the variable TOME_TOKEN. To set it: export TOME_TOKEN=$(tome auth token)";
}

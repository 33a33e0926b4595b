/** Tells what a command needs before it is refused: its operations, their OAuth scopes and roles. */

import type { Column, Context, JsonObject, Result } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { requiredRoles } from "../../contract/required-roles.ts";
import { needInWords, type Requirement } from "../../contract/requirement.ts";
import { Misspelled, UsageError } from "../../errors.ts";
import { isForPerson } from "../output-form.ts";

const columns: readonly Column[] = [
  { header: "OPERATION", path: "operation", as: "title" },
  { header: "FIELD", path: "field" },
  { header: "NEEDS", path: "needs" },
  { header: "SCOPES", path: "scopes", as: "list", wide: true },
];
const requestColumn: Column = { header: "REQUEST", path: "request" };

const table: Readonly<Record<string, Requirement>> = requiredRoles;

export async function explain(
  context: Context,
  { command: words }: { readonly command: readonly string[] },
): Promise<Result> {
  const { command, operations, given, lookups } = await readLine(context, words);
  if (operations.length === 0) {
    throw new UsageError(
      command === "api"
        ? "tome api sends the request that it is given; explain the command for it, or see docs/permissions.md."
        : `tome ${command} sends nothing to the platform, so it needs neither roles nor scopes.`,
    );
  }
  const scopesOf = await readScopes();
  const rows = [
    ...operations.flatMap((one) => toRows(one, given, scopesOf)),
    ...lookups
      .filter((one) => !operations.includes(one))
      .flatMap((one) => toRows(one, [], scopesOf, "to look names up")),
  ];
  const scopes = [...new Set(rows.flatMap((row) => row.scopes))].sort();
  const closed = rows.filter((row) => row.scopes.length === 0 && row.field === null);
  return {
    list: [rows],
    columns: isForPerson(context) ? columns : [...columns, requestColumn],
    none: "",
    notes: () => [
      scopes.length === 0
        ? "No OAuth scope opens it."
        : `An OAuth app needs the scopes: ${scopes.join(" ")}.`,
      ...(closed.length > 0
        ? [
            `Only a person's own token opens ${closed.map(({ operation }) => operation).join(", ")}.`,
          ]
        : []),
      "A person's own token needs no scopes, and has the roles of the person. Nothing was sent.",
    ],
  };
}

/** Whoever asks about a person or a thing here looks for another command. */
async function readLine(context: Context, words: readonly string[]) {
  try {
    return await context.buildOperations(words);
  } catch (error) {
    const isNoCommand = error instanceof UsageError && !(error instanceof Misspelled);
    if (!isNoCommand || !words.some((word) => word.includes("@"))) throw error;
    throw new UsageError(
      `${error.message} This explains what a command needs; why somebody has access, access list says.`,
      "tome access list --user <user>",
    );
  }
}

interface ExplainedRow extends JsonObject {
  readonly operation: string;
  readonly field: string | null;
  readonly needs: string;
  readonly scopes: readonly string[];
  readonly request: string;
}

function toRows(
  { operation, route }: Endpoint,
  given: readonly string[],
  scopesOf: ReadonlyMap<string, readonly string[]>,
  purpose?: string,
): ExplainedRow[] {
  const requirement = table[operation];
  const own = { operation, scopes: scopesOf.get(operation) ?? [], request: route };
  const needs = requirement === undefined ? "unknown" : needInWords(requirement);
  const fields = Object.entries(requirement?.fields ?? {}).filter(([name]) => given.includes(name));
  return [
    { ...own, field: null, needs: purpose === undefined ? needs : `${needs}, ${purpose}` },
    ...fields.map(([field, need]) => ({ ...own, field, needs: needInWords(need) })),
  ];
}

async function readScopes(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { oauthScopes } = await import("../../contract/oauth-scopes.ts");
  const lines = oauthScopes.trim().replaceAll("\n ", " ").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [scopes = "", ...operations] = line.split(" ");
      const each = scopes === "-" ? [] : scopes.split("+");
      return operations.map((operation) => [operation, each] as const);
    }),
  );
}

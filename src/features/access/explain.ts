/** `tome access explain`: shows the operations of a command with their required roles and OAuth scopes. */

import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { requiredRoles } from "../../contract/required-roles.ts";
import { describeNeed, type Requirement } from "../../contract/requirement.ts";
import { UnknownWordError, UsageError } from "../../errors.ts";
import { addTo } from "../../json/groups.ts";
import { isForPerson } from "../output-form.ts";

const columns: readonly PrintedColumn[] = [
  { header: "OPERATION", path: "operation", as: "title" },
  { header: "FIELD", path: "field" },
  { header: "REQUIRES", path: "needs" },
  { header: "SCOPES", path: "scopes", as: "list", wide: true },
];
const requestColumn: PrintedColumn = { header: "REQUEST", path: "request" };

const table: Readonly<Record<string, Requirement>> = requiredRoles;

export async function explain(
  context: Context,
  { command: words }: { readonly command: readonly string[] },
): Promise<Result> {
  const { command, operations, fields: fieldNames, lookups } = await readLine(context, words);
  if (operations.length === 0) {
    throw new UsageError(
      command === "api"
        ? "The requirements of tome api depend on the request. Explain the corresponding command, or see docs/permissions.md."
        : `tome ${command} sends no requests, so it requires no roles or scopes.`,
    );
  }
  const scopesOf = await readScopes();
  const rows = [
    ...operations.flatMap((one) => toRows(one, fieldNames, scopesOf)),
    ...lookups
      .filter((one) => !operations.includes(one))
      .flatMap((one) => toRows(one, [], scopesOf, "for lookups by name")),
  ];
  const scopes = [...new Set(rows.flatMap((row) => row.scopes))].sort();
  const personalRows = rows.filter((row) => row.scopes.length === 0 && row.field === null);
  return {
    list: [rows],
    columns: isForPerson(context) ? columns : [...columns, requestColumn],
    none: "",
    notes: () => [
      scopes.length === 0
        ? "No OAuth scope permits this command."
        : `Required OAuth scopes: ${scopes.join(" ")}.`,
      ...(personalRows.length > 0
        ? [
            `Requires a personal token: ${personalRows.map(({ operation }) => operation).join(", ")}.`,
          ]
        : []),
      "A personal token requires no scopes and has the roles of its user. No requests were sent.",
    ],
  };
}

/** An email address in the arguments suggests that the user wanted `access list`. */
async function readLine(context: Context, words: readonly string[]) {
  try {
    return await context.buildOperations(words);
  } catch (error) {
    const isNoCommand = error instanceof UsageError && !(error instanceof UnknownWordError);
    if (!isNoCommand || !words.some((word) => word.includes("@"))) throw error;
    throw new UsageError(
      `${error.message} tome access explain shows the requirements of a command, and tome access list the access of a user.`,
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
  fieldNames: readonly string[],
  scopesOf: ReadonlyMap<string, readonly string[]>,
  purpose?: string,
): ExplainedRow[] {
  const requirement = table[operation];
  const shared = { operation, scopes: scopesOf.get(operation) ?? [], request: route };
  const fields = Object.entries(requirement?.fields ?? {}).filter(([name]) =>
    fieldNames.includes(name),
  );
  const needs =
    requirement === undefined
      ? "unknown"
      : [describeNeed(requirement), ...(fields.length > 0 ? [] : listFieldNeeds(requirement))].join(
          "; ",
        );
  return [
    { ...shared, field: null, needs: purpose === undefined ? needs : `${needs}, ${purpose}` },
    ...fields.map(([field, need]) => ({ ...shared, field, needs: describeNeed(need) })),
  ];
}

/** The requirements of fields: "admin in the space to change title or emoji". */
function listFieldNeeds({ fields = {} }: Requirement): readonly string[] {
  const names = new Map<string, string[]>();
  for (const [field, need] of Object.entries(fields)) addTo(names, describeNeed(need), field);
  return [...names].map(([need, fields]) => {
    const last = fields.pop();
    const all = fields.length === 0 ? last : `${fields.join(", ")} or ${last}`;
    return `${need} to change ${all}`;
  });
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

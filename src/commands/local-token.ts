/** `tome local token`: tokens of the local platform. */

import { roles } from "../contract/roles.ts";
import { isDuration } from "../json/durations.ts";
import { enumeration, optional, text } from "./fields.ts";
import { parseTime } from "./times.ts";
import { custom, noun } from "./verb.ts";

const database = optional(
  text("URL of a PostgreSQL database with the data", { placeholder: "url" }),
);
const expires = optional(
  text("Expiry, such as 90d, 12h, 2026-12-31 or '2026-12-31 18:00'", { placeholder: "time" }),
);

export const commands = noun({
  summary: "Manage the tokens of the local platform",
  verbs: {
    create: custom({
      summary: "Create a token for the owner or another user, and print it once",
      fields: {
        role: optional(
          enumeration([...roles, "guest"], "Create the token for a user with this role"),
        ),
        user: optional(
          text("Create the token for this user (email, name or id)", {
            refers: "user",
            placeholder: "user",
          }),
        ),
        organization: optional(
          text("Organization of the role, by title or id; default the first one", {
            refers: "org",
            flag: "in",
            placeholder: "org",
          }),
        ),
        label: optional(text("Name in lists and in the audit log", { min: 1, max: 100 })),
        expires,
        database,
      },
      examples: [
        "local token create --label ci --expires 90d",
        "local token create --role read",
        "local token create --user priya@example.com",
      ],
      load: async () => {
        const { createToken } = await import("../features/local/token.ts");
        return (context, input) => createToken(context, withExpiry(input));
      },
    }),
    list: custom({
      summary: "List the tokens with their expiry and last use",
      fields: { database },
      list: true,
      load: () => import("../features/local/token.ts").then((m) => m.listTokens),
    }),
    revoke: custom({
      summary: "Revoke a token",
      fields: {
        tokenId: text("Label or id of the token, as printed by local token list", {
          placeholder: "token",
        }),
        database,
      },
      arguments: ["tokenId"],
      examples: ["local token revoke ci", "local token revoke 3f9c1d2ab4e7"],
      mayPrompt: true,
      load: () => import("../features/local/token.ts").then((m) => m.revokeToken),
    }),
    rotate: custom({
      summary: "Replace a token with a new one, and print it once",
      fields: {
        tokenId: optional(
          text("Label or id of the token; default the token of the data folder", {
            placeholder: "token",
          }),
        ),
        expires,
        database,
      },
      arguments: ["tokenId"],
      examples: ["local token rotate", "local token rotate 3f9c1d2ab4e7 --expires 90d"],
      mayPrompt: true,
      load: async () => {
        const { rotateToken } = await import("../features/local/token.ts");
        return (context, input) => rotateToken(context, withExpiry(input));
      },
    }),
  },
});

/**
 * Converts the expiry to a time. A duration stays one, because the platform has its own clock.
 * @throws UsageError for an invalid time
 */
function withExpiry<I extends { readonly expires?: string }>(input: I): I {
  const { expires } = input;
  if (expires === undefined || isDuration(expires)) return input;
  return { ...input, expires: parseTime("--expires", expires, "future") };
}

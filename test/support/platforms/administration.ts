/** A context whose local platform answers administration requests with values that a test chooses. */
import type { Context } from "../../../src/context.ts";
import { ApiError } from "../../../src/errors.ts";
import { openScriptedContext } from "../commands/scripted-context.ts";

interface AdministrationOptions {
  /** Bodies or error statuses by method and path: `POST /reset`. An empty object by default. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The URL of a running server. */
  readonly url?: string;
  readonly database?: string;
  readonly documents?: Readonly<Record<string, unknown>>;
  readonly yes?: boolean;
  readonly confirms?: boolean;
  readonly screen?: boolean;
  readonly more?: object;
}

export function openAdministration({
  answers = {},
  url,
  database,
  more = {},
  ...options
}: AdministrationOptions = {}) {
  /** Method and path, or these and the body. */
  const requests: unknown[] = [];
  /** The data and URLs whose cached ids were dropped. */
  const forgotten: string[] = [];
  const secrets: string[] = [];
  const open = (databaseOfCall: string | undefined) => ({
    folder: "/data",
    location: databaseOfCall ?? "/data",
    database: databaseOfCall,
    access: async () => ({ url }),
    administer: async (method: string, path: string, body?: unknown) => {
      const line = `${method} ${path}`;
      requests.push(body === undefined ? line : [line, body]);
      const value = answers[line] ?? {};
      if (typeof value === "number") throw new ApiError(value, `Answered with ${value}.`);
      return value;
    },
    on: (given: string) => open(given),
  });
  const { context, said } = openScriptedContext({
    yes: true,
    ...options,
    more: {
      cwd: "/data",
      settings: { local: false },
      local: open(database),
      conceal: (secret: string) => void secrets.push(secret),
      idCache: {
        forgetData: (location: string) => void forgotten.push(location),
        forgetAddress: (address: string) => void forgotten.push(address),
      },
      ...more,
    },
  });
  return { context: context as Context, said, requests, forgotten, secrets };
}

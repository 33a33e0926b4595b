/** Runs commands with a server of four spaces whose responses are fixed, in any form of output. */
import { stripVTControlCharacters } from "node:util";
import { answerJson, type ReceivedRequest, serve } from "../network/loopback.ts";
import { type Ask, openTome } from "./tome.ts";

const org = "O1000000000000000000";
const titles = ["Guide", "Manual", "", "Notes"];

function createSpace(number: number) {
  return {
    object: "space",
    id: `S${number}000000000000000000`,
    title: titles[number] ?? `T${number}`,
    visibility: number % 2 === 1 ? "public" : "in-collection",
    editMode: number === 2 ? "locked" : "live",
    createdAt: `2026-01-0${number + 1}T00:00:00Z`,
    updatedAt: `2026-02-0${number + 1}T00:00:00Z`,
    urls: { app: `https://app.example/s/${number}` },
  };
}

/** Statuses with an error, by the number of the space. */
const errors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  "9": [404, "The space was not found."],
  "8": [403, "You are not allowed to do this."],
  "5": [422, "title is too long; editMode is wrong."],
  "4": [409, "The space was changed."],
};

const absent = [404, "The space was not found."] as const;

function fail([code, message]: readonly [number, string]): [number, object] {
  return [code, { error: { code, message } }];
}

function respond({ method, url, body }: ReceivedRequest): readonly [number, object?] {
  const { pathname, searchParams } = new URL(url, "http://host");
  const path = pathname.replace("/v1", "");
  if (path === "/user") {
    const name = { displayName: "Ada", email: "ada@example.com" };
    return [200, { object: "user", id: "U1000000000000000000", ...name }];
  }
  if (path === "/orgs") {
    return [200, { items: [{ object: "organization", id: org, title: "Acme" }] }];
  }
  const [, list] =
    /^\/orgs\/O1000000000000000000\/(spaces|collections|teams|members)$/.exec(path) ?? [];
  if (list !== undefined && method === "POST") {
    return [201, { ...createSpace(4), ...JSON.parse(body) }];
  }
  if (list === "spaces") {
    return searchParams.has("page")
      ? [200, { items: [createSpace(2), createSpace(3)], count: 4 }]
      : [200, { items: [createSpace(0), createSpace(1)], next: { page: "p2" }, count: 4 }];
  }
  if (list !== undefined) return [200, { items: [] }];
  const [, number = "", rest = ""] = /^\/spaces\/S(\d)0+(\/.*)?$/.exec(path) ?? [];
  if (number === "") return fail(path.startsWith("/spaces/") ? absent : [404, "Not found"]);
  const error = errors[number];
  if (error !== undefined) return fail(error);
  if (number === "7") return [202, { object: "space", id: "S7000000000000000000" }];
  const space = createSpace(Number(number));
  if (number === "6") return [206, space];
  if (method === "DELETE" || rest === "/move") return [205];
  if (rest === "/change-requests") {
    const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-02T00:00:00Z" };
    const request = { object: "change-request", id: "CR100000000000000000", number: 1 };
    return [200, { items: [{ ...request, subject: "Fix", status: "open", ...times }] }];
  }
  if (rest === "/content") return [200, { pages: [] }];
  if (rest !== "") return fail([404, "Not found"]);
  return [200, { ...space, ...(method === "PATCH" ? JSON.parse(body) : {}) }];
}

export interface CommandCase {
  readonly line: string;
  readonly ask?: Ask;
  readonly code: number;
  /** Lines of the output, of the messages, and the requests. */
  readonly out: readonly string[];
  readonly error: readonly string[];
  readonly sent: readonly string[];
}

/** The result of a command as lines, without the port, the controls of prompts and ages of times. */
export async function runFixed({
  line,
  ask,
}: Pick<CommandCase, "line" | "ask">): Promise<Omit<CommandCase, "line" | "ask">> {
  const server = await serve((request, response) => {
    const [status, body] = respond(request);
    const headers = { "x-request-id": "R1" };
    if (body === undefined) return response.writeHead(status, headers).end();
    return answerJson(response, status, body, headers);
  });
  const isShown = ask?.screen === true || ask?.answers !== undefined;
  const { code, stdout, stderr } = await openTome()(line, {
    interrupted: () => new Promise(() => {}),
    ...ask,
    env: {
      TOME_BASE_URL: server.url,
      TOME_TOKEN: "token",
      TOME_ORG: org,
      NO_COLOR: isShown ? "1" : "",
    },
  });
  const toLines = (text: string) =>
    text === ""
      ? []
      : stripVTControlCharacters(text)
          .replaceAll(server.url, "http://host")
          .replace(
            /\d+ (?:second|minute|hour|day|week|month|year)s? ago|\d+(?:mo|[smhdwy]) ago/g,
            "AGO",
          )
          .split("\n");
  const sent = server.seen.map(({ method, url, body }) =>
    [method, url.replace("/v1", ""), ...(body === "" ? [] : [body])].join(" "),
  );
  return { code, out: toLines(stdout), error: toLines(stderr), sent };
}

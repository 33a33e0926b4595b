import { describe, expect, test } from "vitest";
import { create, update } from "../../../src/features/organization/fonts.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

function open() {
  const uploads: unknown[] = [];
  let count = 0;
  const opened = openScriptedContext({
    answer: ({ line }) => {
      if (line.startsWith("POST /orgs/O1/storage")) {
        count += 1;
        return { key: `K${count}`, url: `https://s.example/${count}` };
      }
      return { id: "F1", fontFamily: "Inter" };
    },
    more: { readBytes: async (path: string) => Buffer.from(path === "empty" ? "" : path) },
  });
  const announced: unknown[] = [];
  const context = {
    ...opened.context,
    client: async () => {
      const client = await opened.context.client();
      return {
        ...client,
        announceAll: (requests: readonly { body?: unknown }[]) =>
          void announced.push(...requests.map(({ body }) => body)),
        upload: async (url: string, { bytes }: { bytes: Uint8Array }) =>
          void uploads.push([url, String(bytes)]),
      };
    },
  };
  return { context: context as typeof opened.context, uploads, announced, sent: opened.sent };
}

const file = (name: string) => ({
  kind: "customization_font",
  file: { name, type: "font/woff2", size: name.length },
});
const done = (action: string) => ({
  done: `${action} the custom font "Inter" (F1).`,
  next: "To use it on a site: tome site customization update <site> --font Inter",
  record: { id: "F1", fontFamily: "Inter" },
  columns: [{ header: "ID" }, { header: "FAMILY" }, { header: "WEIGHTS" }],
});

test("a font is created with the keys of its uploaded files", async () => {
  const { context, uploads, announced, sent } = open();
  const faces = ["400=a.woff2", "1000=b.woff2", "1=c.woff2"];
  const result = await create(context, { organizationId: "O1", fontFamily: "Inter", faces });
  expect(result).toMatchObject(done("Created"));
  expect(uploads).toEqual([
    ["https://s.example/1", "a.woff2"],
    ["https://s.example/2", "b.woff2"],
    ["https://s.example/3", "c.woff2"],
  ]);
  const fontFaces = (keys: readonly string[]) =>
    [400, 1000, 1].map((weight, at) => ({ weight, storageKey: keys[at] }));
  expect(sent.map((one) => one[1])).toEqual([
    ...["a.woff2", "b.woff2", "c.woff2"].map(file),
    { fontFamily: "Inter", fontFaces: fontFaces(["K1", "K2", "K3"]) },
  ]);
  const keys = ["<key of a.woff2>", "<key of b.woff2>", "<key of c.woff2>"];
  expect(announced).toEqual([
    ...["a.woff2", "b.woff2", "c.woff2"].map(file),
    { fontFamily: "Inter", fontFaces: fontFaces(keys) },
  ]);
});

describe("a change of a font", () => {
  const base = { organizationId: "O1", fontId: "F1" };
  test.each([
    [{ fontFamily: "Inter" }, { fontFamily: "Inter" }, 1],
    [{ removed: [700] }, { fontFaces: [{ weight: 700, storageKey: null }] }, 1],
    [
      { faces: ["500=a.woff2"], removed: [700] },
      {
        fontFaces: [
          { weight: 500, storageKey: "K1" },
          { weight: 700, storageKey: null },
        ],
      },
      2,
    ],
    [{ faces: ["500=a.woff2"] }, { fontFaces: [{ weight: 500, storageKey: "K1" }] }, 2],
  ])("with %j", async (flags, body, count) => {
    const { context, sent } = open();
    expect(await update(context, { ...base, ...flags })).toMatchObject(done("Changed"));
    expect(sent.at(-1)?.[1]).toEqual(body);
    expect(sent).toHaveLength(count);
  });

  test.each<readonly [object, string]>([
    [
      {},
      "tome org font update needs a new value. Specify at least one of --family, --face, --remove-weight.",
    ],
    [{ faces: ["500=a"], removed: [500] }, "--face and --remove-weight both name the weight 500."],
    [{ faces: ["500=a", "500=b"] }, "--face contains the weight 500 twice."],
    [{ faces: ["500=empty"] }, "The file empty is empty."],
    ...["0=a", "1001=a", "a", "400=", "x=a", "400"].map(
      (face) =>
        [
          { faces: [face] },
          `--face must be a weight from 1 to 1000 and a file, such as 400=regular.woff2, not "${face}".`,
        ] as const,
    ),
  ])("with %j is refused", async (flags, message) => {
    const { context, sent } = open();
    await expect(update(context, { ...base, ...flags })).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });
});

test("a font without the regular weight is not created", async () => {
  const { context, sent } = open();
  const input = { organizationId: "O1", fontFamily: "Inter", faces: ["500=a.woff2"] };
  await expect(create(context, input)).rejects.toMatchObject({
    message: "A font requires the weight 400 (regular). Add --face 400=<file>.",
    hint: "tome org font create --help",
  });
  expect(sent).toEqual([]);
});

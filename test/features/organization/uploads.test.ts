import { describe, expect, test } from "vitest";
import { ApiError, UsageError } from "../../../src/errors.ts";
import {
  describeUpload,
  readLocalFile,
  upload,
} from "../../../src/features/organization/uploads.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const bytes = Buffer.from("content");
const readBytes = async (path: string) => (path === "empty.txt" ? Buffer.alloc(0) : bytes);

describe("readLocalFile", () => {
  test.each([
    ["a/b.png", {}, { name: "b.png", contentType: "image/png" }],
    ["a/b.png", { name: "c.svg" }, { name: "c.svg", contentType: "image/svg+xml" }],
    ["a/b.unknowntype", {}, { name: "b.unknowntype", contentType: "application/octet-stream" }],
    ["a/b.png", { contentType: "text/plain" }, { name: "b.png", contentType: "text/plain" }],
    ["-", { name: "d.txt" }, { name: "d.txt", contentType: "text/plain" }],
  ])("%s with %j", async (path, flags, expected) => {
    expect(await readLocalFile({ readBytes }, path, flags)).toEqual({ ...expected, bytes });
  });

  test.each([
    ["-", {}, "Standard input has no name. Specify one with --name."],
    ["empty.txt", {}, "The file empty.txt is empty."],
  ])("%s is refused", async (path, flags, message) => {
    await expect(readLocalFile({ readBytes }, path, flags)).rejects.toThrow(
      new UsageError(message),
    );
  });

  test("a request has the name, type and size", () => {
    expect(describeUpload("O1", "import_file", { name: "a", contentType: "b", bytes })).toEqual({
      organizationId: "O1",
      kind: "import_file",
      file: { name: "a", type: "b", size: 7 },
    });
  });
});

describe("upload", () => {
  async function run(
    response: object,
    { local = true, kind }: { local?: boolean; kind?: "import_file" } = {},
  ) {
    const uploads: unknown[] = [];
    const calls: unknown[] = [];
    const client = {
      call: async (_: unknown, input: unknown) => {
        calls.push(input);
        return { value: response };
      },
      upload: async (...args: unknown[]) => void uploads.push(args),
    };
    const { context } = openScriptedContext({
      more: { client: async () => client, readBytes, settings: { local } },
    });
    const result = await upload(context, {
      organizationId: "O1",
      file: "a/b.png",
      ...(kind && { kind }),
    });
    return { result, uploads, calls };
  }
  const response = { key: "K", url: "https://s.example/up/K?token=t" };
  const record = { key: "K", name: "b.png", contentType: "image/png", size: 7 };

  test.each([
    [{}, { ...record, url: "https://s.example/up/K" }, "organization_file"],
    [{ local: false }, record, "organization_file"],
    [{ kind: "import_file" as const }, record, "import_file"],
  ])("with %j", async (options, expected, kind) => {
    const { result, uploads, calls } = await run(response, options);
    expect(result).toMatchObject({ done: "Uploaded b.png (7 bytes).", record: expected });
    expect(result && "record" in result && result.record).toEqual(expected);
    expect(calls).toEqual([
      { organizationId: "O1", kind, file: { name: "b.png", type: "image/png", size: 7 } },
    ]);
    expect(uploads).toEqual([[response.url, { name: "b.png", contentType: "image/png", bytes }]]);
    expect(result && "brief" in result && result.brief?.map(({ header }) => header)).toEqual([
      "KEY",
      "URL",
    ]);
  });

  test.each([{ key: "K" }, { url: "https://s.example" }])(
    "without a URL or key in %j fails",
    async (answer) => {
      await expect(run(answer)).rejects.toThrow(
        new ApiError(502, "The platform returned no URL for the upload."),
      );
    },
  );
});

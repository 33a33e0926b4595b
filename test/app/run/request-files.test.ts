import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { openMany } from "../bulk/many.ts";

/** Answers reads, and refuses every write, with a message or without one. */
function tooSmall(message?: string, status = 413) {
  return serve(({ method }, response) => {
    if (method === "GET")
      return answerJson(response, 200, { object: "space", id: "S1000000000000000000" });
    if (message !== undefined)
      return answerJson(response, status, { error: { code: status, message } });
    return response.writeHead(413, { "content-type": "text/html" }).end("<html>Too large</html>");
  });
}

const specification = 'openapi: 3.0.3\ninfo: {title: Pets, version: "1"}\npaths: {}\n';
const size = specification.length;

/** A folder with files of different sizes. */
function writeFiles(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "pets.yaml"), specification);
  writeFileSync(join(folder, "image.png"), Buffer.alloc(3000, 7));
  writeFileSync(join(folder, "body.json"), '{"title":"Guide"}');
  return folder;
}

describe("the error 413", () => {
  test.each([
    ["openapi put pets --file pets.yaml", `The request contains pets.yaml (${size} bytes).`],
    ["openapi put pets --file -", `The request contains standard input (${size} bytes).`],
    ["space create --input body.json", "The request contains body.json (17 bytes)."],
    ["api POST /spaces --input body.json", "The request contains body.json (17 bytes)."],
    ["org instructions put --file pets.yaml", `The request contains pets.yaml (${size} bytes).`],
    [
      "cr edit C1000000000000000000 --space S1000000000000000000 --upload pets.yaml --upload image.png",
      "The command read 2 files; the largest is image.png (3000 bytes).",
    ],
  ])("to tome %s names the file", async (line, sentence) => {
    const { run } = openMany((await tooSmall()).url);
    const { code, stderr } = await run(line, { stdin: specification, cwd: writeFiles() });
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain("status 413");
  });

  test("of an item names the file of the item", async () => {
    const folder = writeFiles();
    const rows = join(folder, "rows.csv");
    writeFileSync(rows, "slug,file\npets,pets.yaml\nbirds,body.json\n");
    const { run } = openMany((await tooSmall()).url);
    const { stdout } = await run(`openapi put --from ${rows} --format csv --raw-csv`, {
      cwd: folder,
    });
    expect(stdout).toMatch(/pets,.*contains pets\.yaml/);
    expect(stdout).toMatch(/birds,.*contains body\.json/);
  });

  test.each(["Too large", "Too large.", "Too large!"])(
    'with the message "%s" ends it before the file is named',
    async (message) => {
      const { run } = openMany((await tooSmall(message)).url);
      const { stderr } = await run("openapi put pets --file pets.yaml", { cwd: writeFiles() });
      const sentence = /[.!]$/.test(message) ? message : `${message}.`;
      expect(stderr).toContain(`${sentence} The request contains pets.yaml (${size} bytes).`);
    },
  );

  test.each([400, 409, 422])(
    "is different from the error %i, which names no file",
    async (status) => {
      const { run } = openMany((await tooSmall("Not now", status)).url);
      const { stderr } = await run("openapi put pets --file pets.yaml", { cwd: writeFiles() });
      expect(stderr).toContain("Not now");
      expect(stderr).not.toContain("pets.yaml");
    },
  );

  test("to a command without a file names none", async () => {
    const { run } = openMany((await tooSmall()).url);
    const { code, stderr } = await run("space create --title Guide");
    expect([code, stderr]).toEqual([1, expect.stringContaining("status 413")]);
    expect(stderr).not.toContain("contains");
  });
});

import { describe, expect, test } from "vitest";
import {
  createSettingsFile,
  readProjectSettings,
} from "../../../../../src/service/areas/git/files/settings-file.ts";
import { tree } from "../../../../support/organizations/content.ts";

describe("the settings of a repository", () => {
  test("are the paths of its content, and its redirects", () => {
    const text = "root: ./content/\nstructure:\n  readme: HOME.md\nredirects:\n  old: new.md\n";
    expect(readProjectSettings("docs", text)).toEqual({
      paths: {
        ...{ settings: "docs/.gitbook.yaml", root: "docs/content" },
        ...{ readme: "docs/content/HOME.md", summary: "docs/content/SUMMARY.md" },
      },
      redirects: { old: "new.md" },
    });
    expect(readProjectSettings("", undefined)).toMatchObject({
      ...{ paths: { root: "", readme: "README.md" }, redirects: {} },
    });
  });

  test.each([
    ["root: [", "failed", ".gitbook.yaml cannot be read"],
    ["root: ../x", "failed", "root of .gitbook.yaml is not a folder inside the project"],
    ["structure:\n  readme: .git/x", "failed", "structure.readme of .gitbook.yaml"],
    ["redirects:\n  a: 1\n", "failed", "redirects of .gitbook.yaml must consist of lines"],
    [`# ${"x".repeat(64 * 1024)}`, "failed", ".gitbook.yaml cannot be read"],
    [
      `redirects:\n${Array.from({ length: 1001 }, (_, n) => `  p${n}: a.md\n`).join("")}`,
      "too-large",
      ".gitbook.yaml has 1001 redirects",
    ],
  ])("%# are refused if they are invalid", (text, reason, message) => {
    expect(() => readProjectSettings("", text)).toThrow(
      expect.objectContaining({ reason, message: expect.stringContaining(message) }),
    );
  });

  test("may have unknown fields", () => {
    expect(readProjectSettings("", "theme: dark\n").paths.root).toBe("");
  });
});

test.each<[string, object | undefined, object | undefined, boolean | undefined]>([
  ["without redirects is not written", undefined, { a: "b.md" }, undefined],
  ["with the same redirects stays", { a: "b.md" }, { a: "b.md" }, true],
  ["with other redirects changes", { a: "b.md" }, { a: "c.md" }, false],
  ["with its first redirects changes", { a: "b.md" }, undefined, false],
])("the settings file of a space %s", async (_, now, before, isUnchanged) => {
  const redirects = (value: object | undefined) => tree([], value && { redirects: { ...value } });
  const file = createSettingsFile(redirects(now), redirects(before));
  expect(file?.isUnchanged).toBe(isUnchanged);
  if (!file) return;
  expect((await file.write(undefined)).toString()).toBe("redirects:\n  a: b.md\n");
  const base = Buffer.from("root: ./\n");
  expect(await file.write(base)).toBe(base);
  const first = createSettingsFile(redirects(now), undefined);
  expect(first?.isUnchanged).toBe(false);
});

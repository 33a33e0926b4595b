import { expect, test } from "vitest";
import * as page from "../../../../src/contract/page.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace, pageCalled } from "../../../support/git/git-space.ts";

const vars = "# The newest release\nversion: v3.0.4\nport: 8080\nbeta: false\nempty:\n";
const docs = {
  "README.md":
    '---\nvars:\n  name: Ada\n---\n\n# Home\n\n<code class="expression">space.vars.version</code> on <code class="expression">space.vars.port</code> by <code class="expression">page.vars.name</code>.\n',
  ".gitbook/vars.yaml": vars,
};

slowTest(
  "variables of the space and of a page are the values of expressions, and survive both directions",
  async () => {
    const { workspace, admin, spaceId, imports, exports, tree, edit } = await gitSpace();
    const repository = gitRepository();
    const head = repository.commit(docs);
    expect(await imports(repository.path)).toMatchObject({ state: "success" });
    const content = await tree();
    expect(content.variables).toEqual({ version: "v3.0.4", port: 8080, beta: false, empty: "" });
    const asked = { spaceId, pageId: pageCalled(content, "Home").id, evaluated: "true" as const };
    expect(await workspace.ok(admin, page.get, asked)).toMatchObject({
      markdown: "v3.0.4 on 8080 by Ada.\n",
    });
    expect(await exports(repository.path)).toMatchObject({ state: "success", commit: head });

    await edit((before) => ({
      ...before,
      variables: { ...before.variables, version: "v4", added: true },
    }));
    expect(await exports(repository.path)).toMatchObject({ state: "success" });
    const files = repository.files();
    expect(files["README.md"]).toBe(docs["README.md"]);
    expect(files[".gitbook/vars.yaml"]).toBe(`${vars.replace("v3.0.4", "v4")}added: true\n`);

    await edit((before) => ({ ...before, variables: {} }));
    expect(await exports(repository.path)).toMatchObject({ state: "success" });
    expect(repository.files()).not.toHaveProperty([".gitbook/vars.yaml"]);
  },
);

slowTest(
  "variables of a space without a file are kept, then exported, and a deleted file removes them",
  async () => {
    const { imports, exports, tree, edit } = await gitSpace();
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    await imports(repository.path);
    await edit((before) => ({ ...before, variables: { version: 1 } }));
    await imports(repository.path);
    expect((await tree()).variables).toEqual({ version: 1 });
    await exports(repository.path);
    expect(repository.files()[".gitbook/vars.yaml"]).toBe("version: 1\n");
    repository.commit({ ".gitbook/vars.yaml": null });
    await imports(repository.path);
    expect((await tree()).variables).toEqual({});
  },
);

slowTest("existing variables of a space are exported after its first import", async () => {
  const { imports, exports, tree, edit } = await gitSpace();
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  await edit((before) => ({ ...before, variables: { version: 1 } }));
  await imports(repository.path);
  expect((await tree()).variables).toEqual({ version: 1 });
  await exports(repository.path);
  expect(repository.files()[".gitbook/vars.yaml"]).toBe("version: 1\n");
});

slowTest("changes of both sides are merged by name, or reported as conflicts", async () => {
  const { imports, tree, edit } = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  await imports(repository.path);
  await edit((before) => ({ ...before, variables: { ...before.variables, port: 1 } }));
  repository.commit({ ".gitbook/vars.yaml": vars.replace("v3.0.4", "v5") });
  expect(await imports(repository.path)).toMatchObject({ state: "success" });
  expect((await tree()).variables).toMatchObject({ version: "v5", port: 1 });
  repository.commit({ ".gitbook/vars.yaml": vars.replace("8080", "2") });
  const failed = await imports(repository.path);
  expect(failed).toMatchObject({ state: "failure", error: expect.stringContaining("port") });
});

test.each([
  ["a: [1, 2]\n", "The variable a in .gitbook/vars.yaml must be text"],
  ["- a\n- b\n", "must have a name and a value on each line"],
  ["a: 1\na: 2\n", ".gitbook/vars.yaml cannot be read"],
  [`a: ${"x".repeat(256 * 1024)}\n`, "exceeds the limit of 262144"],
])("an invalid file of variables is reported: %#", async (text, message) => {
  const { imports } = await gitSpace();
  const repository = gitRepository();
  repository.commit({ ...docs, ".gitbook/vars.yaml": text });
  const failed = await imports(repository.path);
  expect(failed).toMatchObject({ state: "failure", error: expect.stringContaining(message) });
});

/** Search of pages with expressions: their values are found and shown, also after a change. */
import { expect, test } from "vitest";
import * as organization from "../../../../../src/contract/organization.ts";
import * as space from "../../../../../src/contract/space.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { gitSpace } from "../../../../support/git/git-space.ts";

const expression = (text: string) => `<code class="expression">${text}</code>`;

test("search finds and shows the values of expressions, in a space and in an organization", async () => {
  const { workspace, admin, spaceId, organizationId, imports, edit } = await gitSpace();
  const repository = gitRepository();
  repository.commit({
    "README.md": [
      "---\nvars:\n  owner: Grace\n---\n\n# Home\n",
      `Install ${expression("space.vars.product")} as ${expression("page.vars.owner")}.`,
      `Read ${expression("page.path")} of ${expression("space.title")}.`,
      `Visitors read ${expression("visitor.claims.plan")}.\n`,
      `{% if space.vars.beta %}\nFreshwater.\n{% endif %}\n`,
    ].join("\n"),
    "plain.md": "# Plain\n\nInstall nothing.\n",
    ".gitbook/vars.yaml": "product: Lumen\nbeta: false\n",
  });
  expect(await imports(repository.path)).toMatchObject({ state: "success" });
  const find = async (query: string) => {
    const { items } = await workspace.ok(admin, space.search, { spaceId, query });
    return items.flatMap(({ sections = [] }) => sections.map(({ body }) => body));
  };
  const [home] = await find("visitors");
  expect(home).toContain("Install Lumen as Grace.");
  expect(home).toMatch(/Read \S* ?of Docs\./);
  expect(home).not.toContain("vars");
  expect(await find("Lumen")).toEqual([home]);
  expect(await find("freshwater")).toHaveLength(1);
  const whole = await workspace.ok(admin, organization.search, { organizationId, query: "Grace" });
  expect(whole.items).toMatchObject([{ id: spaceId, pages: [{ sections: [{ body: home }] }] }]);

  await edit((tree) => ({ ...tree, variables: { ...tree.variables, product: "Quartz" } }));
  expect(await find("Lumen")).toEqual([]);
  expect(await find("Quartz")).toEqual([home?.replace("Lumen", "Quartz")]);
  await workspace.ok(admin, space.update, { spaceId, title: "Manual" });
  expect((await find("visitors"))[0]).toMatch(/of Manual\./);
});

import { describe, expect, onTestFinished, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openTestPlatform } from "../../../support/platforms/platform.ts";
import { bundleSource, openRunning } from "../../../support/platforms/scripts.ts";
import { Workspace } from "../../../support/platforms/workspace.ts";

const script = await bundleSource(`
  import { createComponent, createIntegration } from "@gitbook/runtime";
  let views = 0;
  const board = createComponent({
    componentId: "board",
    action: async ({ props }, action) => ({ props: { ...props, title: "Link " + action.url } }),
    render: async ({ props }) => {
      if (props.kind === "broken") throw new Error("no luck");
      if (props.kind === "slow") await new Promise((resolve) => setTimeout(resolve, 6000));
      if (props.kind === "endless") for (;;) console.log("x".repeat(1000));
      if (props.kind === "hostile") {
        const text = '<script>alert(1)</script><img src=x onerror=alert(1)>';
        const url = "javascript:alert(1)";
        return (
          <block>
            <text>{text}</text>
            <markdown content={text + "[link](javascript:alert(1)) {{visitor.claims.secret}}"} />
            <image source={{ url }} aspectRatio={1} />
            <link target={{ url }}>{text}</link>
            <webframe source={{ url }} />
            <card title={text} onPress={{ action: "@ui.url.open", url }} />
            <codeblock content={text} syntax={text} />
          </block>
        );
      }
      return (
        <block>
          <card title={props.title} hint="A hint">
            <text style="bold">{"Views " + ++views}</text>
          </card>
          <hstack>
            <image source={{ url: "https://images.example.com/a.png" }} aspectRatio={1} />
            <markdown content="See [more](https://example.com/more)." />
          </hstack>
          <divider />
          <codeblock content="const a = 1;" syntax="javascript" />
          <webframe source={{ url: "https://example.com/frame" }} />
          <textinput state="x" initialValue="an input" />
        </block>
      );
    },
  });
  export default createIntegration({ components: [board] });
`);

const manifest = {
  blocks: [{ id: "board", title: "Board", urlUnfurl: ["https://boards.example.com/**"] }],
};

/** One for all tests, which create separate sites. */
const running = await openRunning(script, undefined, manifest);
await running.jobs.finish();

async function openSite(markdown: string) {
  const { send, organization, service, ask } = running;
  const space = await send<{ id: string }>(`POST /orgs/${organization}/spaces`, { title: "Docs" });
  const workspace = new Workspace(service, { now: new Date() });
  await publishPages(workspace, space.id, [{ title: "Home", slug: "home", markdown }]);
  const site = await send<{ id: string }>(`POST /orgs/${organization}/sites`, {
    title: "Docs",
    spaces: [space.id],
  });
  const path = `/orgs/${organization}/sites/${site.id}`;
  await send(`POST ${path}/publish`);
  await send(`PATCH ${path}`, { visibility: "public" });
  const open = async () =>
    String(
      (await ask(`GET /_site/${site.id}/`, { token: null, headers: { accept: "text/html" } })).body,
    );
  return { ...running, open, space: space.id, path };
}

const block = (kind: string) =>
  `Before.\n\n{% @checker/board kind="${kind}" title="A board" %}\n\nAfter.\n`;

describe("a block of an integration", () => {
  slowTest("is rendered as plain HTML, and cached", async () => {
    const { open } = await openSite(block("plain"));
    const html = await open();
    expect(html).toContain("<strong>A board</strong>");
    const [views = "none"] = /Views \d+/.exec(html) ?? [];
    expect(html).toContain('src="https://images.example.com/a.png"');
    expect(html).toContain('href="https://example.com/more"');
    expect(html).toContain('href="https://example.com/frame"');
    expect(html).not.toContain("<iframe");
    expect(html).not.toContain("an input");
    expect(html).not.toContain("{% @checker");
    expect(await open()).toContain(views);
  });

  test("is the embed of a URL that it unfurls, in its spaces only", async () => {
    const { send, space } = await openSite(block("plain"));
    const query = `url=${encodeURIComponent("https://boards.example.com/b/1")}`;
    expect(await send(`GET /spaces/${space}/embed?${query}`)).toMatchObject({
      ...{ type: "integration", integration: "checker", title: "Board", site: "Checker" },
      block: { id: "board" },
    });
    expect(await send(`GET /urls/embed?${query}`)).toMatchObject({ type: "link" });
  });

  slowTest("executes nothing in the browser, and reads no claims", async () => {
    const { open } = await openSite(block("hostile"));
    const html = await open();
    expect(html).not.toMatch(/<script>alert|<img[^>]*onerror|(?:href|src)="javascript:/i);
    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain("{{visitor.claims.secret}}");
  });

  for (const kind of ["broken", "slow", "endless"]) {
    // A slow block takes the time limit of a block.
    const kindTest = kind === "slow" ? slowTest : test;

    kindTest(`that is ${kind} leaves the page as it was`, async () => {
      const { open } = await openSite(block(kind));
      const html = await open();
      expect(html).toContain("Before.");
      expect(html).toContain("After.");
      expect(html).not.toContain("no luck");
      expect(html).toContain("{% @checker/board");
    });
  }

  slowTest(
    "without an installation on the space, or without scripts, is shown as before",
    async () => {
      const { open, send, installation } = await openSite(block("plain"));
      const select = (space_selection: "all" | "selected") =>
        send(`PATCH /integrations/checker/installations/${installation.id}`, { space_selection });
      await select("selected");
      onTestFinished(() => select("all").then(() => undefined));
      expect(await open()).toContain("{% @checker/board");
      const { service } = await openTestPlatform();
      expect(service.scripts).toBeUndefined();
    },
  );

  slowTest("unfurls a link whose pattern it has", async () => {
    const { open } = await openSite(
      '{% embed url="https://boards.example.com/a/b" %}\n\n{% embed url="https://other.example.com/" %}\n',
    );
    const html = await open();
    expect(html).toContain("Link https://boards.example.com/a/b");
    expect(html).toContain('href="https://other.example.com/"');
  });
});

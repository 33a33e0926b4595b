import { describe, expect, test } from "vitest";
import { slowTest } from "../../../../support/generators/amount.ts";
import { getMessage } from "../../../../support/platforms/platform.ts";
import { bundleSource, openRunning } from "../../../../support/platforms/scripts.ts";

const script = await bundleSource(`
  import { createComponent, createIntegration } from "@gitbook/runtime";
  const counter = createComponent({
    componentId: "counter",
    initialState: (props) => ({ count: props.start ?? 0 }),
    action: async ({ state, props }, action) => {
      if (action.action === "done") return { type: "complete", returnValue: { count: state.count } };
      return { state: { count: state.count + 1 }, props };
    },
    render: async ({ state, context }, { environment }) => {
      console.log("rendering", context.type, environment.spaceInstallation?.space ?? "");
      return (
        <block>
          <text>{"Count " + state.count + (context.editable ? " editable" : "")}</text>
          <button label="More" onPress={{ action: "more" }} />
        </block>
      );
    },
  });
  const settings = createComponent({
    componentId: "settings",
    render: async (element, { environment }) => (
      <configuration>
        <input label={environment.installation.id} element={<textinput state="key" />} />
      </configuration>
    ),
  });
  export default createIntegration({ components: [counter, settings] });
`);

type Running = Awaited<ReturnType<typeof openRunning>>;

/** For tests that leave the script and the installation as they were. */
const shared = await openRunning(script);

async function createSpace({ send, organization }: Running): Promise<string> {
  return (await send<{ id: string }>(`POST /orgs/${organization}/spaces`, { title: "Guide" })).id;
}

const inDocument = (spaceId: string, editable = false) => ({
  type: "document",
  theme: "light",
  spaceId,
  editable,
});

describe("rendering a component", () => {
  slowTest("returns its element, and the new state after an action", async () => {
    const running = shared;
    const spaceId = await createSpace(running);
    const common = { componentId: "counter", props: { start: 2 }, context: inDocument(spaceId) };
    const first = await running.send<object>("POST /integrations/checker/render", common);
    expect(first).toMatchObject({
      type: "element",
      state: { count: 2 },
      element: { type: "block", children: [{ type: "text", children: ["Count 2"] }, {}] },
    });
    const action = { action: "more" };
    const next = { ...common, state: { count: 2 }, action };
    expect(await running.send("POST /integrations/checker/render", next)).toMatchObject({
      state: { count: 3 },
    });
    const done = { ...next, action: { action: "done" } };
    expect(await running.send("POST /integrations/checker/render", done)).toEqual({
      type: "complete",
      returnValue: { count: 2 },
    });
  });

  test("accepts a compressed request", async () => {
    const { ask } = shared;
    // {"componentId":"settings","props":{},"context":{"type":"configuration_account","theme":"light","organizationId":"none"}}
    const request =
      "N4Igxg9gtgDhB2BTeAXAkgExALhAZ0RRQEt4BzPEAGhBgCcIZLtgBfGyVRADxR1BQBPGIhzgEAM2JkArnQCGJBAH15YSDNTUQKABaIoo3ABtpuvjQh0y8+MQBei4gkxj4CUa1ZA";
    const get = (text: string) => ask(`GET /v1/integrations/checker/render?request=${text}`);
    const missing = await get(request);
    expect(missing.status).toBe(404);
    expect(getMessage(missing)).toContain("Organization none does not exist");
    const invalid = await get(request.slice(0, 20));
    expect(invalid.status).toBe(400);
    expect(getMessage(invalid)).toContain("LZ-string");
  });

  slowTest("records an event with the console of the script, without values", async () => {
    const running = shared;
    const spaceId = await createSpace(running);
    await running.send("POST /integrations/checker/render", {
      componentId: "counter",
      props: { token: "secret-property" },
      state: { password: "secret-state" },
      action: { action: "more", value: "secret-action" },
      context: inDocument(spaceId),
    });
    const event = (await running.events()).find(
      ({ event }) => event.payload.type === "ui_render" && event.payload.spaceId === spaceId,
    );
    expect(event?.event).toMatchObject({
      status: "success",
      payload: { componentId: "counter", spaceId, action: { action: "more" } },
    });
    expect(JSON.stringify(event)).not.toContain("secret-");
    const messages = event?.trace.logs.map(({ message }) => message) ?? [];
    expect(messages).toContain(`rendering document ${spaceId}`);
  });

  slowTest("of the configuration needs an admin of the organization", async () => {
    const running = shared;
    const { ask, send, organization, installation } = running;
    const context = {
      type: "configuration_account",
      theme: "light",
      organizationId: organization,
    };
    const body = { componentId: "settings", props: {}, context };
    expect(await send("POST /integrations/checker/render", body)).toMatchObject({
      element: { children: [{ label: installation.id }] },
    });
    const token = await running.createToken("read");
    const refused = await ask("POST /v1/integrations/checker/render", { body, token });
    expect(refused.status).toBe(403);
    expect(getMessage(refused)).toContain("requires the role admin");
  });

  slowTest("is editable only for users who may edit", async () => {
    const running = shared;
    const spaceId = await createSpace(running);
    const body = { componentId: "counter", props: {}, context: inDocument(spaceId, true) };
    expect(JSON.stringify(await running.send("POST /integrations/checker/render", body))).toContain(
      "editable",
    );
    const token = await running.createToken("read");
    const answer = await running.ask("POST /v1/integrations/checker/render", { body, token });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toContain('Count 0"');
  });

  test("is refused in another organization, and where it is not installed", async () => {
    const { ask, send, organization, installation, createToken } = shared;
    const spaceId = await createSpace(shared);
    const body = { componentId: "counter", props: {}, context: inDocument(spaceId) };
    const stranger = await createToken("guest");
    const hidden = await ask("POST /v1/integrations/checker/render", { body, token: stranger });
    expect(hidden.status).toBe(404);
    const path = `PATCH /integrations/checker/installations/${installation.id}`;
    await send(path, { space_selection: "selected" });
    const elsewhere = await ask("POST /v1/integrations/checker/render", { body });
    await send(path, { space_selection: "all" });
    expect(elsewhere.status).toBe(404);
    expect(getMessage(elsewhere)).toContain("is not installed on this space");
    const unknown = { ...body, context: { ...body.context, spaceId: `${organization}x` } };
    expect((await ask("POST /v1/integrations/checker/render", { body: unknown })).status).toBe(404);
  });

  test("by an integration itself is refused, because it would never end", async () => {
    const running = shared;
    const spaceId = await createSpace(running);
    const { token } = await running.send<{ token: string }>(
      `POST /integrations/checker/installations/${running.installation.id}/tokens`,
    );
    const body = { componentId: "counter", props: {}, context: inDocument(spaceId) };
    const answer = await running.ask("POST /v1/integrations/checker/render", { body, token });
    expect(answer.status).toBe(403);
  });

  async function startFailing(running: Running) {
    const spaceId = await createSpace(running);
    await running.publish(`export default { async fetch(request) {
      const event = JSON.parse((await request.formData()).get("event"));
      if (event.componentId === "memory") {
        const all = [];
        for (let i = 0; i < 1024; i++) all.push(new Uint8Array(1 << 20).fill(1));
      }
      if (event.componentId === "storm") {
        await Promise.all(Array.from({ length: 1100 }, () => fetch("http://10.0.0.1/").catch(() => 0)));
      }
      if (event.componentId === "private") return fetch("http://127.0.0.1:1/");
      return new Response("not JSON");
    } };`);
    return (componentId: string) =>
      running.ask("POST /v1/integrations/checker/render", {
        body: { componentId, props: {}, context: inDocument(spaceId) },
      });
  }

  slowTest("by a runaway script fails with the reason", async () => {
    const ask = await startFailing(await openRunning(script));
    expect(getMessage(await ask("memory"))).toContain("more than 256 MiB of memory");
    expect(getMessage(await ask("storm"))).toContain("more than 1000 requests");
  });

  slowTest(
    "of an unknown component, or by a script without a result, fails with the reason",
    async () => {
      const body = {
        componentId: "nosuch",
        props: {},
        context: inDocument(await createSpace(shared)),
      };
      const unknown = await shared.ask("POST /v1/integrations/checker/render", { body });
      expect(unknown.status).toBe(404);
      expect(getMessage(unknown)).toContain("Component nosuch not found");
      const ask = await startFailing(shared);
      const [refused, text] = [await ask("private"), await ask("text")];
      await shared.publish(script);
      expect(getMessage(refused)).toContain("The script responded with 403");
      const ids = (await shared.events()).map(({ event }) => event.id);
      const [, id] = /The console is in the event (\w+)\./.exec(getMessage(refused)) ?? [];
      expect(ids.indexOf(id ?? "")).toBe(ids.length - 2);
      expect(text.status).toBe(502);
      expect(getMessage(text)).toContain("not a JSON object");
    },
  );

  slowTest("of the settings needs the role of the space, site or organization", async () => {
    const { ask, send, organization, createToken } = shared;
    const spaceId = await createSpace(shared);
    const { id: siteId } = await send<{ id: string }>(`POST /orgs/${organization}/sites`, {
      ...{ title: "Docs", spaces: [spaceId] },
    });
    const [editor, reader, guest] = [
      await createToken("edit"),
      await createToken("read"),
      await createToken("guest"),
    ];
    const render = async (context: object, token?: string) => {
      const body = {
        ...{ componentId: "settings", props: {} },
        context: { theme: "light", ...context },
      };
      const { status } = await ask("POST /v1/integrations/checker/render", {
        ...{ body, ...(token !== undefined && { token }) },
      });
      return status;
    };
    const onSpace = { type: "configuration_space", spaceId };
    const onSite = { type: "configuration_site", siteId };
    const ofAccount = { type: "configuration_account", organizationId: organization };
    const source = { type: "configuration_contentsource", organizationId: organization };
    const statuses = async (context: object) => [
      await render(context),
      await render(context, editor),
      await render(context, reader),
      await render(context, guest),
    ];
    for (const [context, expected] of [
      [onSpace, [200, 403, 403, 404]],
      [{ ...onSpace, spaceId: "unknown" }, [404, 404, 404, 404]],
      [onSite, [200, 403, 403, 404]],
      [{ ...onSite, siteId: "unknown" }, [404, 404, 404, 404]],
      [ofAccount, [200, 403, 403, 403]],
      [source, [200, 403, 403, 403]],
      [{ ...source, spaceId }, [200, 200, 403, 404]],
      [{ ...source, spaceId, organizationId: "other" }, [404, 404, 403, 404]],
      [{ ...source, organizationId: "unknown" }, [404, 404, 404, 404]],
    ] as const) {
      expect([context, await statuses(context)]).toEqual([context, expected]);
    }
  });
});

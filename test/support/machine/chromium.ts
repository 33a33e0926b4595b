/** Chromium for tests, controlled with the DevTools protocol through pipes. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

const command = "chromium";

/** Whether Chromium is installed. */
export const hasChromium = spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

export interface View {
  readonly width: number;
  readonly isDark: boolean;
}

export interface Tab {
  /** Opens a URL, and waits for the load event. */
  readonly open: (address: string) => Promise<void>;
  readonly show: (view: View) => Promise<void>;
  /** @param expression a JavaScript expression whose value is JSON or a promise of JSON */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Performs an action that navigates, such as a click, and waits until the new page is loaded. */
  readonly follow: (expression: string) => Promise<void>;
  /** The errors and dialogs of the page since it was opened. */
  readonly complaints: () => readonly string[];
}

export interface Browser {
  readonly newTab: () => Promise<Tab>;
  /** With its own cookies. */
  readonly newPrivateTab: () => Promise<Tab>;
  readonly close: () => Promise<void>;
}

/** @param names hostnames of this machine, such as `*.example.invalid` */
export async function openChromium(names: readonly string[] = []): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "tome-chromium-"));
  const child = spawn(
    command,
    [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
      ...["--no-first-run", "--disable-extensions", "--disable-background-networking"],
      ...names.map((name) => `--host-resolver-rules=MAP ${name} 127.0.0.1`),
      ...["--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"],
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const [, , , input, output] = child.stdio;
  const wire = connect(input as Writable, output as Readable);
  async function createTab(context: object): Promise<Tab> {
    const target = await wire.send("Target.createTarget", { url: "about:blank", ...context });
    const { targetId } = target;
    const { sessionId } = await wire.send("Target.attachToTarget", { targetId, flatten: true });
    return openTab(wire, String(sessionId));
  }
  return {
    newTab: () => createTab({}),
    newPrivateTab: async () => createTab(await wire.send("Target.createBrowserContext")),
    async close() {
      // Ends all processes, so that no process writes into the folder while it is removed.
      await wire.send("Browser.close").catch(() => child.kill("SIGKILL"));
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

type Send = (
  method: string,
  params?: object,
  sessionId?: string,
) => Promise<Readonly<Record<string, unknown>>>;

interface Wire {
  readonly send: Send;
  readonly onEvent: (sessionId: string, listener: (message: Message) => void) => void;
}

/** Messages end with a NUL. */
function connect(input: Writable, output: Readable): Wire {
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Map<string, (message: Message) => void>();
  let number = 0;
  let rest = "";
  output.setEncoding("utf8");
  output.on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\0");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const message: Message = JSON.parse(part);
      if (message.id === undefined) listeners.get(message.sessionId ?? "")?.(message);
      else waiting.get(message.id)?.(message);
    }
  });
  return {
    send(method, params = {}, sessionId) {
      const id = ++number;
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ result = {}, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result);
        });
        input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
      });
    },
    onEvent: (sessionId, listener) => void listeners.set(sessionId, listener),
  };
}

async function openTab({ send, onEvent }: Wire, sessionId: string): Promise<Tab> {
  const complaints: string[] = [];
  let loaded: (() => void) | undefined;
  const ask = (method: string, params: object = {}) => send(method, params, sessionId);
  onEvent(sessionId, ({ method, params = {} }) => {
    if (method === "Page.loadEventFired") loaded?.();
    if (method === "Page.javascriptDialogOpening") {
      complaints.push(`dialog: ${String(params.message)}`);
      void ask("Page.handleJavaScriptDialog", { accept: false });
    }
    if (method === "Runtime.exceptionThrown")
      complaints.push(`exception: ${JSON.stringify(params)}`);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") {
      complaints.push(`console: ${JSON.stringify(params.args)}`);
    }
    if (method === "Log.entryAdded") {
      const { level, text, url } = params.entry as Readonly<Record<string, unknown>>;
      if (level === "error") complaints.push(`log: ${String(text)} ${String(url ?? "")}`);
    }
  });
  for (const domain of ["Page", "Runtime", "Log"]) await ask(`${domain}.enable`);
  return {
    complaints: () => [...complaints],
    async open(address) {
      complaints.length = 0;
      const load = new Promise<void>((resolve) => {
        loaded = resolve;
      });
      const { errorText } = await ask("Page.navigate", { url: address });
      if (errorText !== undefined) throw new Error(`${address}: ${String(errorText)}`);
      await load;
    },
    async follow(expression) {
      complaints.length = 0;
      const load = new Promise<void>((resolve) => {
        loaded = resolve;
      });
      const { exceptionDetails } = await ask("Runtime.evaluate", { expression, userGesture: true });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      await load;
    },
    async show({ width, isDark }) {
      await ask("Emulation.setDeviceMetricsOverride", {
        ...{ width, height: 900, deviceScaleFactor: 1, mobile: width < 600 },
      });
      await ask("Emulation.setEmulatedMedia", {
        features: [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }],
      });
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await ask("Runtime.evaluate", {
        ...{ expression, awaitPromise: true, returnByValue: true },
      });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return (result as { readonly value?: unknown }).value;
    },
  };
}

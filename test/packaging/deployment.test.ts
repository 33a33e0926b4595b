/**
 * Files for deployments. Rendered resources of the chart are fixtures, because Helm is not available
 * everywhere: with `helm` in the path, TOME_KEEP_CHART=true renders them again.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { variables } from "../../src/app/help/topics.ts";
import { command as serve } from "../../src/commands/serve.ts";

const chart = "deploy/helm/tome";
const fixtures = "test/fixtures/helm";
const forms = {
  minimal: ["image.repository=registry.example.com/tome", "existingSecret=tome"],
  production: [
    "image.repository=registry.example.com/tome",
    "existingSecret=tome",
    "publicUrl=https://docs-api.example.com",
    "s3.endpoint=https://s3.example.com",
    "s3.bucket=tome-files",
    "networkPolicy.enabled=true",
    "ingress.enabled=true",
    "ingress.hosts={docs-api.example.com}",
    "preStopSeconds=5",
  ],
};
type Form = keyof typeof forms;
const formNames: readonly Form[] = ["minimal", "production"];

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { name: string; value?: string; valueFrom?: object }[];
  readonly securityContext: object;
  readonly lifecycle?: { preStop: { exec: { command: readonly string[] } } };
  readonly [probe: `${string}Probe`]: { httpGet: { path: string; httpHeaders: object[] } };
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector: Record<string, unknown>;
    readonly template: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
      };
    };
  };
}

function readText(path: string): string {
  return readFileSync(path, "utf8");
}

function computeChartDigest(): string {
  const digest = createHash("sha256");
  const files = readdirSync(chart, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/"))
    .sort();
  for (const file of files) digest.update(`${file}\0${readText(file)}\0`);
  return digest.digest("hex");
}

function render(form: Form): string {
  const values = forms[form].flatMap((value) => ["--set", value]);
  const output = execFileSync("helm", [
    "template",
    "prod",
    chart,
    "--namespace",
    "docs",
    ...values,
  ]);
  return `# Chart ${computeChartDigest()}\n${output}`;
}

function hasHelm(): boolean {
  try {
    execFileSync("helm", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function loadResources(form: Form): Resource[] {
  return parseAllDocuments(readText(`${fixtures}/${form}.yaml`))
    .map((document): Resource => document.toJS())
    .filter((resource) => resource !== null);
}

function listDeployments(form: Form): Resource[] {
  return loadResources(form).filter(({ kind }) => kind === "Deployment");
}

function getContainer({ spec }: Resource): Container {
  const [container] = spec.template.spec.containers;
  if (!container) throw new Error("The pod has no container.");
  return container;
}

const flags = Object.keys(serve.fields).map(
  (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
);

function listUnknownFlags(args: readonly string[]): string[] {
  return args.filter((arg) => arg.startsWith("--") && !flags.includes(arg));
}

describe("the chart", () => {
  const schema = JSON.parse(readText(`${chart}/values.schema.json`));
  const validate = new Ajv({ strict: false }).compile(schema);
  const values = () => parse(readText(`${chart}/values.yaml`));

  test("accepts its own values with an image and a Secret, and no others", () => {
    const complete = { ...values(), existingSecret: "tome" };
    complete.image.repository = "tome";
    expect(validate(complete)).toBe(true);
    expect(validate(values())).toBe(false);
    for (const change of [
      { nosuch: 1 },
      { publicUrl: "https://x.example.com/path" },
      { s3: { endpoint: "https://s3.example.com" } },
      { s3: { endpoint: "https://key:secret@s3.example.com", bucket: "files" } },
      { ingress: { enabled: true, hosts: [] } },
      { web: { replicas: -1 } },
      { jobs: { concurrency: 65 } },
    ]) {
      expect([change, validate({ ...complete, ...change })]).toEqual([change, false]);
    }
  });

  test("uses only values that values.yaml describes", () => {
    const described = values();
    for (const file of readdirSync(`${chart}/templates`)) {
      const names = readText(`${chart}/templates/${file}`).matchAll(
        /(?:\.|\$v)[Vv]alues\.([\w.]+)/g,
      );
      for (const [, path = ""] of names) {
        const value = path.split(".").reduce<unknown>((at, name) => Object(at)[name], described);
        expect([path, value]).not.toEqual([path, undefined]);
      }
    }
  });

  test.skipIf(!hasHelm())("is rendered by Helm like its fixtures", () => {
    for (const form of formNames) {
      const file = `${fixtures}/${form}.yaml`;
      if (process.env.TOME_KEEP_CHART === "true") writeFileSync(file, render(form));
      expect(render(form)).toBe(readText(file));
    }
  });

  test("has rendered fixtures of its current files", () => {
    for (const form of formNames) {
      expect(readText(`${fixtures}/${form}.yaml`)).toContain(`# Chart ${computeChartDigest()}\n`);
    }
  });
});

describe.each(formNames)("rendered resources (%s)", (form) => {
  test("separate requests and jobs, and the service leads to requests", () => {
    const deployments = listDeployments(form);
    expect(
      deployments.map((one) => {
        const { args } = getContainer(one);
        return [one.metadata.name, args[args.indexOf("--jobs") + 1]];
      }),
    ).toEqual(
      expect.arrayContaining([
        ["prod-tome-web", "none"],
        ["prod-tome-jobs", "only"],
      ]),
    );
    const service = loadResources(form).find(({ kind }) => kind === "Service");
    const web = deployments.find(({ metadata }) => metadata.name === "prod-tome-web");
    expect(web?.spec.template.metadata.labels).toMatchObject(service?.spec.selector ?? { no: "" });
    const jobs = deployments.find(({ metadata }) => metadata.name === "prod-tome-jobs");
    expect(jobs?.spec.template.metadata.labels).not.toMatchObject(service?.spec.selector ?? {});
  });

  test("have flags and variables of tome, probes, and enough time to stop", () => {
    for (const deployment of listDeployments(form)) {
      const container = getContainer(deployment);
      expect(listUnknownFlags(container.args)).toEqual([]);
      const known = variables.map(([names]) => names).join(" ");
      for (const { name } of container.env) {
        expect(`${known} TOME_SEALING_KEY `).toContain(name);
      }
      const host = [{ name: "Host", value: "127.0.0.1:4620" }];
      expect(container.livenessProbe?.httpGet).toMatchObject({
        path: "/healthz",
        httpHeaders: host,
      });
      expect(container.readinessProbe?.httpGet).toMatchObject({
        path: "/readyz",
        httpHeaders: host,
      });
      const { args } = container;
      const drain = Number(args[args.indexOf("--drain-delay") + 1]);
      const wait = Number(container.lifecycle?.preStop.exec.command[1] ?? 0);
      expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBe(drain + wait + 60);
    }
  });

  test("restrict the process, and take secrets only from the Secret", () => {
    for (const deployment of listDeployments(form)) {
      const container = getContainer(deployment);
      expect(deployment.spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      });
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        resources: { limits: { memory: expect.any(String) } },
      });
      for (const { name, valueFrom } of container.env) {
        if (!/DATABASE|KEY$|KEY_ID|SECRET/.test(name)) continue;
        expect([name, valueFrom]).toEqual([
          name,
          { secretKeyRef: expect.objectContaining({ name: "tome" }) },
        ]);
      }
    }
  });
});

describe("the compose file", () => {
  const { services, volumes } = parse(readText("deploy/compose/compose.yaml"), { merge: true });

  test("runs requests and jobs in separate restricted processes", () => {
    for (const [name, role] of [
      ["web", "none"],
      ["jobs", "only"],
    ]) {
      const { command, ...service } = services[name ?? ""];
      expect(command[0]).toBe("serve");
      expect(listUnknownFlags(command)).toEqual([]);
      expect(command[command.indexOf("--jobs") + 1]).toBe(role);
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      for (const variable of Object.keys(service.environment)) {
        expect(`${variables.map(([names]) => names).join(" ")} PGPASSWORD`).toContain(variable);
      }
    }
    for (const [name, service] of Object.entries<{ volumes?: string[] }>(services)) {
      for (const volume of service.volumes ?? []) {
        const [source = ""] = volume.split(":");
        if (!source.startsWith("."))
          expect([name, Object.keys(volumes)]).toEqual([name, expect.arrayContaining([source])]);
      }
    }
  });

  test("has no password, and a proxy that keeps the host", () => {
    const text = readText("deploy/compose/compose.yaml");
    for (const [, value = ""] of text.matchAll(/(?:PASSWORD|SECRET): (.+)/g)) {
      expect(value).toMatch(/^\$\{[A-Z0-9_]+:\?/);
    }
    expect(readText("deploy/compose/nginx.conf")).toContain("proxy_set_header Host $http_host;");
  });
});

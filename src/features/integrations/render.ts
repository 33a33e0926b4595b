/** Rendering of a component of an integration, as a tree of its elements. */

import type { Context, JsonObject, JsonValue, Result, Span, ViewBranch } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/integration-script.ts";
import { UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, isList, isObject } from "../../json/values.ts";
import { findCurrentOrganization } from "../auth/current-organization.ts";

type RenderBody = Input<typeof contract.render>;

interface RenderInput {
  readonly integrationName: string;
  readonly componentId?: string;
  readonly organizationId?: string;
  readonly spaceId?: string;
  readonly siteId?: string;
  readonly configuration?: boolean;
  readonly contentSource?: boolean;
  readonly props?: RenderBody["props"];
  readonly state?: NonNullable<RenderBody["state"]>;
  readonly action?: NonNullable<RenderBody["action"]>;
  readonly theme?: "dark" | "light";
  readonly editable?: boolean;
  /** Compressed, as a published client sends it. */
  readonly request?: string;
}

const help = "tome integration render --help";

export async function render(context: Context, input: RenderInput): Promise<Result> {
  const output = await requestOutput(context, input);
  const { fields, format = "table", jq } = context.choice;
  const isForReaders =
    fields === undefined && jq === undefined && (format === "table" || format === "tsv");
  if (!isForReaders) return { value: output };
  return { view: [{ tree: describeOutput(output) }] };
}

async function requestOutput(context: Context, input: RenderInput): Promise<JsonObject> {
  const { integrationName, componentId, props = {}, state, action, request, ...rest } = input;
  const client = await context.client();
  if (request !== undefined) {
    const { organizationId, ...others } = rest;
    if ([componentId, input.props, state, action, ...Object.values(others)].some(isGiven)) {
      throw new UsageError(
        "--request contains the component and its location. Remove the other flags.",
        help,
      );
    }
    return asObject((await client.call(contract.renderByGet, { integrationName, request })).value);
  }
  if (componentId === undefined) {
    throw new UsageError("The component is missing. Specify it as <component>.", help);
  }
  const { value } = await client.call(contract.render, {
    integrationName,
    componentId,
    props,
    ...(state && { state }),
    ...(action && { action }),
    context: await findLocation(context, input),
  });
  return asObject(value);
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

async function findLocation(context: Context, input: RenderInput): Promise<RenderBody["context"]> {
  const { spaceId, siteId, configuration = false, contentSource = false } = input;
  const { theme = "light", editable = false } = input;
  if (spaceId !== undefined && siteId !== undefined) {
    throw new UsageError("Specify either --space or --site, not both.", help);
  }
  if (editable && (configuration || contentSource || spaceId === undefined)) {
    throw new UsageError("--editable applies to a block in a --space only.", help);
  }
  if (contentSource) {
    if (siteId !== undefined || configuration) {
      throw new UsageError("--content-source accepts neither --site nor --configuration.", help);
    }
    const organizationId = await findOrganization(context, input);
    return {
      type: "configuration_contentsource",
      theme,
      organizationId,
      ...(spaceId !== undefined && { spaceId }),
    };
  }
  if (siteId !== undefined) return { type: "configuration_site", theme, siteId };
  if (spaceId !== undefined) {
    return configuration
      ? { type: "configuration_space", theme, spaceId }
      : { type: "document", theme, spaceId, editable };
  }
  if (!configuration) {
    throw new UsageError(
      "The location of the component is missing. Add --space for a block, or --configuration.",
      help,
    );
  }
  return {
    type: "configuration_account",
    theme,
    organizationId: await findOrganization(context, input),
  };
}

async function findOrganization(context: Context, { organizationId }: RenderInput) {
  const found = organizationId ?? (await findCurrentOrganization(context));
  if (found === undefined) {
    throw new UsageError("The organization is missing. Add --org.", "tome org list");
  }
  return found;
}

function describeOutput(output: JsonObject): ViewBranch[] {
  if (output.type === "complete") {
    return [
      { title: "complete", tone: "bold", notes: describeMembers(output, ["type"]), below: [] },
    ];
  }
  const state = asObject(output.state);
  return [
    describeElement(asObject(output.element)),
    ...(Object.keys(state).length === 0
      ? []
      : [{ title: "state", tone: "dim" as const, notes: describeMembers(state, []), below: [] }]),
  ];
}

/** Members with elements, which become branches. */
const containers = ["children", "element", "header", "footer", "submit", "buttons", "controls"];
/** Members whose text is the title of the branch. */
const titles = ["label", "title", "content", "placeholder"];

function describeElement(element: JsonObject): ViewBranch {
  const { type, children } = element;
  const texts = [...titles.map((name) => element[name]), joinTexts(children)].filter(
    (one) => typeof one === "string",
  );
  const [text] = texts;
  const name = typeof type === "string" ? type : "item";
  const isNamed = (member: string) => element[member] === text;
  const hidden = ["type", ...containers, ...titles.filter(isNamed).slice(0, 1)];
  return {
    title: text === undefined || text === "" ? name : `${name} ${JSON.stringify(text)}`,
    notes: describeMembers(element, hidden),
    below: containers.flatMap((member) => describeChildren(element[member], member)),
  };
}

function describeChildren(value: JsonValue | undefined, member: string): ViewBranch[] {
  if (isList(value)) return value.flatMap((one) => describeChildren(one, member));
  if (isObject(value)) return [describeElement(value)];
  // The texts of children are the title of their element.
  return typeof value === "string" && member !== "children"
    ? [{ title: JSON.stringify(value), notes: [], below: [] }]
    : [];
}

function joinTexts(value: JsonValue | undefined): JsonValue | undefined {
  if (!isList(value)) return value;
  const texts = value.filter((one) => typeof one === "string");
  return texts.length === 0 ? undefined : texts.join("");
}

/** "action save", "url https://…". */
function describeMembers(record: JsonObject, hidden: readonly string[]): Span[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (hidden.includes(name) || value === undefined || value === null) return [];
    if (name === "onPress" || name === "onValueChange") {
      return [{ text: `action ${writeJson(value)}` }];
    }
    const { url } = asObject(value);
    if (typeof url === "string") return [{ text: url }];
    return [{ text: `${name} ${typeof value === "string" ? value : writeJson(value)}` }];
  });
}

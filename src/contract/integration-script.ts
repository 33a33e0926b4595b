/** Operations that run the script of an integration. */
import { endpoint } from "./endpoint.ts";
import { integer, json, optional, text } from "./fields.ts";
import { integrationName } from "./slugs.ts";

// Declared separately, because literals inside a field definition lose their types.
const loadContext = () => import("./integration-script.model.ts").then((m) => m.componentContext);
const loadAction = () => import("./integration-script.model.ts").then((m) => m.renderAction);
const loadValues = () => import("./integration-script.model.ts").then((m) => m.plainObject);
const loadOutput = () => import("./integration-script.model.ts").then((m) => m.renderOutput);

export const render = endpoint({
  summary: "Render a component of an integration",
  operation: "renderIntegrationUIWithPost",
  route: "POST /integrations/{integrationName}/render",
  input: {
    integrationName,
    componentId: text("Component in the integration's script", { min: 1, max: 255 }),
    props: json(loadValues, "Properties of the component"),
    state: optional(json(loadValues, "State of the component, such as the values of its inputs")),
    context: json(loadContext, "Location of the component: a document or a configuration screen"),
    action: optional(json(loadAction, "Action of a button or another element")),
  },
  output: loadOutput,
  reads: true,
  unaudited: true,
  extension: true,
});

/** The request as a parameter, which published clients use for responses that can be cached. */
export const renderByGet = endpoint({
  summary: "Render a component of an integration, with a compressed request",
  operation: "renderIntegrationUIWithGet",
  route: "GET /integrations/{integrationName}/render",
  input: {
    integrationName,
    request: text("The request as JSON, compressed with LZ-string", { min: 1, max: 16_384 }),
  },
  output: loadOutput,
  extension: true,
});

export const queueTask = endpoint({
  summary: "Queue a task for the script of an integration",
  operation: "queueIntegrationTask",
  route: "POST /integrations/{integrationName}/tasks",
  input: {
    integrationName,
    task: json(loadValues, "Task, which the script receives"),
    schedule: optional(
      integer("Seconds until the task is executed", { min: 0, max: 86_400, default: 0 }),
    ),
  },
  status: 204,
  unaudited: true,
  extension: true,
});

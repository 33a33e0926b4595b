/** Operations that run the script of an integration. */
import { endpoint } from "./endpoint.ts";
import { integer, json, optional, text } from "./fields.ts";
import { integrationName } from "./names.ts";

// Declared separately, because literals inside a field definition lose their types.
const context = () => import("./integration-script.model.ts").then((m) => m.componentContext);
const action = () => import("./integration-script.model.ts").then((m) => m.renderAction);
const values = () => import("./integration-script.model.ts").then((m) => m.plainObject);
const output = () => import("./integration-script.model.ts").then((m) => m.renderOutput);

export const render = endpoint({
  summary: "Render a component of an integration",
  operation: "renderIntegrationUIWithPost",
  route: "POST /integrations/{integrationName}/render",
  input: {
    integrationName,
    componentId: text("Component in the integration's script", { min: 1, max: 255 }),
    props: json(values, "Properties of the component"),
    state: optional(json(values, "State of the component, such as the values of its inputs")),
    context: json(context, "Location of the component: a document or a configuration screen"),
    action: optional(json(action, "Action of a button or another element")),
  },
  output,
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
  output,
  extension: true,
});

export const queueTask = endpoint({
  summary: "Queue a task for the script of an integration",
  operation: "queueIntegrationTask",
  route: "POST /integrations/{integrationName}/tasks",
  input: {
    integrationName,
    task: json(values, "Task, which the script receives"),
    schedule: optional(
      integer("Seconds until the task is executed", { min: 0, max: 86_400, default: 0 }),
    ),
  },
  status: 204,
  unaudited: true,
  extension: true,
});

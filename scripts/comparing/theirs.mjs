/** Conversion of a published API description to the form that is compared. */
import { follow } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Schema} Schema */
/** @typedef {import("./shapes.mjs").Located} Located */

/**
 * A field of a request.
 * @typedef {{ value: Located, required: boolean }} Input
 */

/**
 * An operation of either side.
 * @typedef {object} Operation
 * @property {string} name
 * @property {string} method
 * @property {string} path below `/v1`
 * @property {ReadonlyMap<string, Input>} parameters by location and name: `query.limit`
 * @property {Input | undefined} body
 * @property {readonly number[]} statuses success status codes
 * @property {Located | undefined} answer the schema of the success response
 */

/**
 * @typedef {object} Parameter
 * @property {string} [$ref]
 * @property {string} name
 * @property {string} in
 * @property {boolean} [required]
 * @property {Schema} schema
 */

/** @typedef {Record<string, { schema?: Schema }>} Content */
/** @typedef {{ $ref?: string, content?: Content, required?: boolean }} Body */

/**
 * @typedef {object} Described
 * @property {string} operationId
 * @property {Parameter[]} [parameters]
 * @property {Body} [requestBody]
 * @property {Record<string, Body>} responses
 */

/**
 * The supported subset of OpenAPI 3.1.
 * @typedef {{ paths: Record<string, Record<string, any>>, components?: object, security?: object[] }} Document
 */

const methods = ["get", "post", "put", "patch", "delete"];

/**
 * @param {Document} document
 * @returns {Operation[]}
 */
export function publishedOperations(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => getOperation(document, path, method, item)),
  );
}

/**
 * @param {Document} document
 * @param {string} path
 * @param {string} method
 * @param {Record<string, any>} item
 * @returns {Operation}
 */
function getOperation(document, path, method, item) {
  /** @type {Described} */
  const described = item[method];
  /** @type {Parameter[]} */
  const shared = item.parameters ?? [];
  const parameters = [...shared, ...(described.parameters ?? [])]
    .map((parameter) => /** @type {Parameter} */ (resolved(parameter, document)))
    .filter((parameter) => parameter.in === "path" || parameter.in === "query")
    .map(
      (parameter) =>
        /** @type {const} */ ([
          `${parameter.in}.${parameter.name}`,
          {
            value: { schema: parameter.schema, root: document },
            required: parameter.required === true,
          },
        ]),
    );
  const request = described.requestBody && resolved(described.requestBody, document);
  const sent = request && getContent(request.content);
  const statuses = Object.keys(described.responses)
    .map(Number)
    .filter((status) => status >= 200 && status < 300)
    .sort();
  const answers = statuses.map((status) =>
    getContent(resolved(described.responses[status] ?? {}, document).content),
  );
  const answer = answers.find((one) => one !== undefined);
  return {
    name: described.operationId,
    method: method.toUpperCase(),
    path,
    parameters: new Map(parameters),
    body: sent && {
      value: { schema: sent, root: document },
      required: request?.required === true,
    },
    statuses,
    answer: answer && { schema: answer, root: document },
  };
}

/**
 * @template {{ $ref?: string }} T
 * @param {T} value
 * @param {Document} document
 * @returns {T}
 */
function resolved(value, document) {
  return value.$ref === undefined ? value : /** @type {any} */ (follow(value.$ref, document));
}

/**
 * The schema of the JSON content.
 * @param {Content | undefined} content
 */
function getContent(content = {}) {
  return (content["application/json"] ?? content["text/event-stream"])?.schema;
}

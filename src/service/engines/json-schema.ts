/** The validator of JSON schemas, in the two drafts that the platform meets: 7 and 2020-12. */
export { Ajv, type AnySchemaObject, type ErrorObject, type SchemaObject } from "ajv";
export { Ajv2020 } from "ajv/dist/2020.js";

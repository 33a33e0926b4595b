/** JSON Schema validators for the drafts 7 and 2020-12. */
export {
  Ajv,
  type AnySchemaObject,
  type ErrorObject,
  type SchemaObject,
  type ValidateFunction,
} from "ajv";
export { Ajv2020 } from "ajv/dist/2020.js";
